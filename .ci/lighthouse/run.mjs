// Measures every page of the site with Lighthouse's mobile profile (a slow
// phone on a slow network, simulated) and prints a table. It ends with 1 if a
// page is under what the site promises.
//
//   node run.mjs SITE CHROMIUM [PATH...]
//
// SITE is the built binary, which is served on loopback here; the pages are
// those of its sitemap, or the paths that are given. The browser reaches
// nothing but loopback. The last column is Lighthouse's own measure of the
// machine: times are real ones, multiplied, so a busy machine scores pages low.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import lighthouse from "lighthouse";
import { launch } from "chrome-launcher";

const promised = { performance: 98, accessibility: 100, "best-practices": 100, seo: 100 };
const [binary, chromium, ...chosen] = process.argv.slice(2);

// freePort asks the system for a port that nobody listens on.
async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  return port;
}

async function serve() {
  const port = await freePort();
  const site = spawn(binary, ["-addr", `127.0.0.1:${port}`, "-log-level", "warn"], { stdio: ["ignore", "ignore", "inherit"] });
  const root = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 100; tries++, await wait(100)) {
    if (site.exitCode !== null) throw new Error(`the site ended with ${site.exitCode}`);
    const ready = await fetch(`${root}/readyz`).catch(() => null);
    if (ready?.ok) return { root, site };
  }
  site.kill();
  throw new Error("the site is not ready after 10 s");
}

// look runs Lighthouse on a page, in a browser of its own.
async function look(url) {
  const browser = await launch({
    chromePath: chromium,
    chromeFlags: ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-component-update", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"],
  });
  try {
    const { lhr } = await lighthouse(url, { port: browser.port, logLevel: "silent", onlyCategories: Object.keys(promised) });
    return lhr;
  } finally {
    await browser.kill();
  }
}

// measure gives the scores of one page, of 100, and the audits that cost some.
// A recording that the browser did not finish is no measurement and is made
// again; a third one in a row is an error.
async function measure(url) {
  let lhr;
  for (let tries = 1; ; tries++) {
    lhr = await look(url);
    if (!lhr.runtimeError) break;
    if (tries === 3) throw new Error(`${url}: ${lhr.runtimeError.message}`);
  }
  const scores = {}, lost = [];
  for (const [name, category] of Object.entries(lhr.categories)) {
    scores[name] = Math.round(category.score * 100);
    for (const { id, weight } of category.auditRefs) {
      const audit = lhr.audits[id];
      if (weight > 0 && audit.score !== null && audit.score < 0.9) lost.push(`${id}: ${audit.displayValue ?? audit.title}`);
    }
  }
  const figure = (id) => lhr.audits[id].displayValue ?? "";
  return { scores, lost, fcp: figure("first-contentful-paint"), lcp: figure("largest-contentful-paint"), tbt: figure("total-blocking-time"), cls: figure("cumulative-layout-shift"), machine: String(Math.round(lhr.environment.benchmarkIndex)) };
}

// settled measures again where the speed is under the promise: a busy machine
// slows one run, and the median of three says what the page does.
async function settled(url) {
  const first = await measure(url);
  if (first.scores.performance >= promised.performance) return first;
  const runs = [first, await measure(url), await measure(url)];
  return runs.sort((a, b) => a.scores.performance - b.scores.performance)[1];
}

const { root, site } = await serve();
let failed = 0;
try {
  const sitemap = await (await fetch(`${root}/sitemap.xml`)).text();
  const pages = chosen.length ? chosen : Array.from(sitemap.matchAll(/<loc>([^<]+)<\/loc>/g), ([, url]) => new URL(url).pathname);
  if (pages.length === 0) throw new Error("the sitemap lists no page");
  const widest = Math.max(...pages.map((p) => p.length));
  console.log(`${"page".padEnd(widest)}  perf  a11y  best   seo  first paint  largest  blocking  shift  machine`);
  for (const path of pages) {
    const m = await settled(root + path);
    const scores = Object.keys(promised).map((name) => String(m.scores[name]).padStart(4)).join("  ");
    console.log(`${path.padEnd(widest)}  ${scores}  ${m.fcp.padStart(11)}  ${m.lcp.padStart(7)}  ${m.tbt.padStart(8)}  ${m.cls.padStart(5)}  ${m.machine.padStart(7)}`);
    if (Object.keys(promised).some((name) => m.scores[name] < promised[name])) {
      failed++;
      for (const line of m.lost) console.log(`  ${line}`);
    }
  }
} finally {
  site.kill();
}
if (failed > 0) {
  console.error(`${failed} pages are under ${Object.entries(promised).map(([name, least]) => `${name} ${least}`).join(", ")}`);
  process.exit(1);
}
