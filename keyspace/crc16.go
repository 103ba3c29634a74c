package keyspace

import "iter"

// polynomial is 0x1021, that is x^16 + x^12 + x^5 + 1 with the leading term
// left implicit, as the XMODEM variant of CRC16 uses it.
const polynomial = 0x1021

// crcTable holds, for each value of a byte, what that byte leaves behind once
// its eight bits have been divided out. It is never written again.
var crcTable = buildTable()

// buildTable runs the eight bit steps of the division for all 256 bytes. A bit
// that leaves at the top subtracts the polynomial; in this arithmetic, which
// has no carries, to subtract is to xor.
func buildTable() [256]uint16 {
	var table [256]uint16
	for b := range table {
		crc := uint16(b) << 8
		for range 8 {
			out := crc&0x8000 != 0
			crc <<= 1
			if out {
				crc ^= polynomial
			}
		}
		table[b] = crc
	}
	return table
}

// CRC16 returns the XMODEM checksum of s: polynomial 0x1021, starting from 0,
// bits taken from the most significant end, the result used as it is. Its
// check value, for 123456789, is 0x31C3.
func CRC16(s string) uint16 {
	var crc uint16
	for i := range len(s) {
		crc = crc<<8 ^ crcTable[byte(crc>>8)^s[i]]
	}
	return crc
}

// CRCStep is what one byte does to the checksum. Three lines of arithmetic
// lead from Before to After:
//
//	Index = high byte of Before, xor Byte
//	Entry = the table's value at Index
//	After = low byte of Before moved up eight bits, xor Entry
type CRCStep struct {
	Offset int    // place of the byte in the string, from 0
	Byte   byte   // the byte itself
	Before uint16 // checksum of the bytes to its left
	Index  byte   // which entry of the table is used
	Entry  uint16 // that entry
	After  uint16 // checksum up to and including this byte
}

// CRC16Steps yields one step for each byte of s, in order. The last After is
// CRC16(s); an empty string yields nothing, and its checksum is 0. To follow
// the slot of a key, pass its hashtag and not the key.
func CRC16Steps(s string) iter.Seq[CRCStep] {
	return func(yield func(CRCStep) bool) {
		var crc uint16
		for i := range len(s) {
			step := CRCStep{Offset: i, Byte: s[i], Before: crc}
			step.Index = byte(crc>>8) ^ s[i]
			step.Entry = crcTable[step.Index]
			step.After = crc<<8 ^ step.Entry
			if !yield(step) {
				return
			}
			crc = step.After
		}
	}
}
