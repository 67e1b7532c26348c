package main

import (
	"fmt"
	"math/big"
	"regexp"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/api/resource"
)

var quantities = table{
	name: "quantities",
	about: []string{
		"Quantities as resource.ParseQuantity reads them.",
		"nanos is the exact value * 10^9; canonical is what CanonicalizeBytes makes of the parsed value.",
		"Both are empty after an error.",
	},
	columns: []string{"input", "ok|error", "nanos", "canonical"},
	modules: []string{moduleAPIMachinery},
	fill:    fillQuantities,
}

func addQuantity(s *rowSet, input string) {
	if isHuge(input) {
		return
	}
	q, err := resource.ParseQuantity(input)
	if err != nil {
		s.add(input, status(err), "", "")
		return
	}
	c := canonical(q) // before AsDec changes how q is stored
	s.add(input, status(err), nanos(q), c)
}

// canonical returns the canonical form of q. It differs from q.String() when
// that is the text that q was parsed from.
func canonical(q resource.Quantity) string {
	number, suffix := q.CanonicalizeBytes(nil)
	return string(number) + string(suffix)
}

// nanos returns q * 10^9, which is an integer for all quantities.
func nanos(q resource.Quantity) string {
	d := q.AsDec()
	if d.Sign() == 0 {
		return "0"
	}
	n := new(big.Int).Set(d.UnscaledBig())
	exponent := 9 - int64(d.Scale())
	power := new(big.Int).Exp(big.NewInt(10), big.NewInt(max(exponent, -exponent)), nil)
	if exponent >= 0 {
		return n.Mul(n, power).String()
	}
	remainder := new(big.Int)
	if n.QuoRem(n, power, remainder); remainder.Sign() != 0 {
		panic(fmt.Sprintf("quantity %v is finer than a nano", d))
	}
	return n.String()
}

var (
	nonZeroRegexp  = regexp.MustCompile(`^[+-]?[0-9.]*[1-9]`)
	exponentRegexp = regexp.MustCompile(`[eE]([+-]?[0-9]+)$`)
)

// isHuge tells whether input is a number with so large an exponent that it
// takes upstream, or us, too much time and memory. Zero never does. Like
// upstream it uses the low 32 bits of the exponent.
func isHuge(input string) bool {
	match := exponentRegexp.FindStringSubmatch(input)
	if match == nil || !nonZeroRegexp.MatchString(input) {
		return false
	}
	exponent, err := strconv.ParseInt(match[1], 10, 64)
	const limit = 1000
	return err == nil && (int32(exponent) > limit || int32(exponent) < -limit)
}

const quantityBytes = "00112345678999..+-eEinumkKMGTP"

func fillQuantities(s *rowSet) {
	for _, group := range [][]string{
		upstreamQuantities,
		suffixQuantities(),
		exponentQuantities(),
		roundedQuantities(),
		cappedQuantities(),
		longQuantities(),
		brokenQuantities(),
	} {
		for _, input := range group {
			addQuantity(s, input)
		}
	}
	for _, input := range upstreamQuantities {
		addQuantity(s, "-"+input)
		addQuantity(s, "+"+input)
	}

	s.addRandom(500, func() { addQuantity(s, randomQuantity(s)) })
	s.addRandom(1000, func() {
		input := randomQuantity(s)
		for range s.between(1, 4) {
			input = s.mutate(input, quantityBytes+"_,x ")
		}
		addQuantity(s, input)
	})
	s.addRandom(700, func() { addQuantity(s, s.text(s.between(2, 7), quantityBytes)) })
}

var quantitySuffixes = []string{
	"", "n", "u", "m", "k", "M", "G", "T", "P", "E", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei",
}

// randomQuantity returns a quantity that is valid unless it has no digits and
// is too small for the way ParseQuantity takes with short numbers.
func randomQuantity(s *rowSet) string {
	var b strings.Builder
	b.WriteString(pick(s, []string{"", "", "", "+", "-", "-"}))
	b.WriteString(pick(s, []string{"", "", "", "", "0", "000"}))
	digits := func() string {
		longest := pick(s, []int{1, 3, 3, 9, 12, 20})
		return s.text(s.between(0, longest), "00123456789")
	}
	b.WriteString(digits())
	if s.oneIn(2) {
		b.WriteString("." + digits())
	}
	if s.oneIn(4) {
		b.WriteString(pick(s, []string{"e", "E"}) + pick(s, []string{"", "+", "-"}))
		exponent := s.between(0, pick(s, []int{3, 12, 12, 40}))
		b.WriteString(strings.Repeat("0", s.IntN(8)/6) + strconv.Itoa(exponent))
	} else {
		b.WriteString(pick(s, quantitySuffixes))
	}
	return b.String()
}

func suffixQuantities() []string {
	var inputs []string
	for _, number := range []string{"1", "0", "8", "1.5", "0.5", "-1", "-1.5", "1023", "1024", "1025", "2048", "1000", "1500", "1048576", "0.1", "123456789", ""} {
		for _, suffix := range quantitySuffixes {
			inputs = append(inputs, number+suffix)
		}
	}
	for _, suffix := range []string{
		"K", "ki", "kI", "KI", "mi", "gi", "MI", "GI", "g", "t", "p", "i", "ii", "Kii", "iK", "KiKi", "kk", "MM", "mm", "nn", "ui", "ni", "eE", "ee", "EE", "Eei", "mK", "Ki1", "Ki+", "Ki-1", "M1", "m1", "k+1", "n-9", "E+", "E-", "e", "e+", "e-", "Zi", "Yi", "Z", "Y", "z", "a", "f", "B", "KB", "KiB", "MB", "MiB", "GiB", "kB", "b", "c", "d", "h", "da", "μ", "µ", "%", "cores", "Mii", "Mei", "eM", "Me3", "e3M", "E3Ki", "Kie3", "e3e3", "E1E1",
	} {
		inputs = append(inputs, "1"+suffix, "1.5"+suffix, "0"+suffix, suffix)
	}
	return inputs
}

func exponentQuantities() []string {
	var inputs []string
	for _, mantissa := range []string{"1", "-1", "12", "1.5", "0.001", "1000", "-0.5", "0", ".", "", "+", "100.", ".1", "999999999999999999", "9999999999999999999"} {
		for _, exponent := range []string{
			"e0", "E0", "e+0", "e-0", "e1", "e2", "e3", "E3", "e+3", "e-3", "E-3", "e4", "e6", "e9", "e10", "e12", "e15", "e17", "e18", "e19", "e20", "e21", "e22", "e-1", "e-2", "e-6", "e-8", "e-9", "e-10", "e-12", "e-18", "e-30", "e30", "e100", "e-100", "e300", "e007", "e-007", "e00000000000000000000003",
		} {
			inputs = append(inputs, mantissa+exponent)
		}
	}
	// ParseQuantity keeps the low 32 bits of an exponent of up to 64 bits.
	for _, mantissa := range []string{"1", "1.5", "-3", "0", "0.0", "."} {
		for _, exponent := range []string{
			"2147483647", "2147483648", "-2147483648", "-2147483649", "4294967295", "4294967296", "4294967297", "4294967299", "-4294967295", "-4294967296", "-4294967297", "-4294967299", "8589934592", "8589934595",
			"9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "9223372036854775801", "18446744073709551616", "99999999999999999999", "-99999999999999999999",
		} {
			inputs = append(inputs, mantissa+"e"+exponent, mantissa+"E"+exponent)
		}
	}
	return append(inputs,
		"1e1.5", "1e 3", "1 e3", "1e3 ", "1ee3", "1e++3", "1e+-3", "1e--3", "1e3+", "1e3-", "1e3e", "1e3m", "1e3k", "1e_3", "1e3_0", "1e0x3", "e3", "E3", "e-3", "+e3", "-e3", ".e3", "e", "E", "1.e3", "1.e", "1.E", "1.e+", "1.5E", "1.5e")
}

func roundedQuantities() []string {
	var inputs []string
	for _, sign := range []string{"", "-", "+"} {
		for _, number := range []string{
			"1n", "0.1n", "0.5n", "0.9n", "0.999999n", "1.1n", "1.5n", "1.9n", "2.000000001n", "9.99n", "999.1n", "0.0n", "0.0000n",
			"0.000000001", "0.0000000001", "0.0000000009", "0.0000000011", "0.00000000100", "0.000000000000000000000000000001", "0.123456789", "0.1234567891", "0.12345678900", "1.0000000001", "1.9999999999", "999999999.9999999999",
			"0.0001u", "0.001u", "0.0011u", "1.0001u", "0.0000001m", "0.000001m", "0.0000011m", "1.0000001m", "0.000000000001k", "0.0000000000001k", "1.0000000000001k",
			"1e-9", "1e-10", "11e-10", "10e-10", "1.1e-9", "0.1e-9", "1e-1000", "123456789e-12",
			"0.1Ki", "0.3Ki", "0.001Ki", "0.0001Ki", "0.9765625Ki", "0.00000001Ki", "0.000000000000001Ki", "1.1Ki", "1.5Ki", "1.0001Ki", "1.000000000001Ki", "0.5Mi", "0.1Mi", "0.0000009Mi", "0.000000000001Mi", "1.3Gi", "0.1Gi", "0.1Ti", "0.7Pi", "0.1Ei", "1.1Ei", "0.000000000000000000000000001Ei", "0.00097656250Ki", "0.0009765625Ki", "0.00097656249Ki", "0.5Ki", "0.999Ki", "1.0Ki", "1.00Mi", "1.Ki", "2.50Gi",
		} {
			inputs = append(inputs, sign+number)
		}
	}
	return inputs
}

func cappedQuantities() []string {
	var inputs []string
	for _, sign := range []string{"", "-"} {
		for _, number := range []string{
			"9223372036854775806", "9223372036854775807", "9223372036854775808", "9223372036854775809", "18446744073709551615", "18446744073709551616", "10000000000000000000",
			"9223372036854775807n", "9223372036854775807m", "9223372036854775807k", "9223372036854775807E", "9223372036854775808m", "9.223372036854775807E", "9.223372036854775808E", "9.3E", "10E", "100E", "999999E",
			"7Ei", "7.9Ei", "7.99999999999999999999Ei", "8Ei", "8.1Ei", "9Ei", "16Ei", "1000000Ei", "8191Pi", "8192Pi", "8193Pi", "8388607Ti", "8388608Ti", "8589934591Gi", "8589934592Gi", "8796093022207Mi", "8796093022208Mi", "9007199254740991Ki", "9007199254740992Ki", "9007199254740993Ki", "9007199254740991.9Ki", "9007199254740991.99999999999999999Ki", "9223372036854775807Ki", "99999999999999999999999Ki",
			"1023Ki", "1024Ki", "1025Ki", "1048576Ki", "1024Mi", "1024Gi", "1024Ti", "1024Pi", "1000Ki", "1000000Mi", "4096Ei",
		} {
			inputs = append(inputs, sign+number)
		}
	}
	return inputs
}

func longQuantities() []string {
	var inputs []string
	for _, n := range []int{14, 15, 16, 17, 18, 19, 20, 21, 22, 24, 27, 30, 40} {
		nines, ones := strings.Repeat("9", n), strings.Repeat("1", n)
		power := "1" + strings.Repeat("0", n-1)
		for _, suffix := range []string{"", "n", "m", "k", "E", "Ki", "Ei", "e3", "e-3"} {
			inputs = append(inputs, nines+suffix, power+suffix, "-"+ones+suffix, "0."+ones+suffix, "1."+nines+suffix)
		}
		inputs = append(inputs, strings.Repeat("0", n), strings.Repeat("0", n)+"1", "0."+strings.Repeat("0", n), "0."+strings.Repeat("0", n)+"1", "1."+strings.Repeat("0", n), nines+"."+nines)
	}
	return append(inputs, strings.Repeat("9", 200), strings.Repeat("0", 200)+"5", "1."+strings.Repeat("0", 200), strings.Repeat("1", 100)+"Gi", "00", "01", "007", "0010", "-00", "+007", "00.5", "0.50", "1.50", "1.000", "1000", "1000000", "1500", "15000", "150000", "0.10", "100000m", "1000m", "1500m", "1000n", "1000u", "1000000n", "1000k", "1000E")
}

func brokenQuantities() []string {
	return []string{
		"", ".", "..", "+", "-", "+.", "-.", "+-", "-+", "--", "++", "+-1", "--1", "-+1", "++1", "1+", "1-", "1+1", "1-1", "+1", "-1", "- 1", "+ 1",
		"1.", ".5", "-.5", "+.5", "-1.", "+1.", "1..", "1..2", "..1", "1.2.3", "1.2.", ".1.", ".1.2", "1.+2", "1.-2", "1.5.M", "1.M", ".M", ".Ki", ".m", "+m", "-Ki", "+k", "m.", "Ki.", "1.Ki5", "1M5", "1Ki5", ".0", "0.", "-0", "+0", "-0.0", "0.0", "-0m", "0Ki", "-0Ki", "-0.0Ki", ".0Ki", "..Ki", "0..", "-0.", "+.0",
		".n", ".u", ".e0", ".e-9", ".e-10", "-.e-10", ".e-100", ".0e-9", ".0e-8", ".0e-10", "..e-10", ".e99", "+e-10", "-e-9", "m", "k", "Mi", "Ei", "-m", "+Ei", "E", "e1", "n",
		" ", "  ", " 1", "1 ", " 1 ", "1 M", "1M ", "1 Mi", "\t1", "1\t", "1\n", "\n1", "\r1", "1\r\n", "1\v", "1\x00", "\x001", "1\u00a0", "\u20031", "1\u2003", "1\u0085", "\ufeff1", "1\x80", "\xff1", "1\xff",
		"0x10", "0X10", "0x", "0b1", "0o7", "1_0", "1_000", "1,000", "1'000", "1,5", "1;", "1/2", "1:2", "(1)", "$1", "1%", "~1", "=1", "\"1\"", "'1'", "1\\n",
		"inf", "Inf", "+Inf", "-inf", "infinity", "nan", "NaN", "null", "nil", "none", "true", "auto", "0inf", "1nan", "<nil>",
		"١", "１", "1１", "٣M", "½", "²", "1²", "一", "−1", "–1", "＋1", "1．5", "1٫5", "1Кi", "1Мi", "1𝟏",
		"0.1mi", "1e1", "1f", "1d", "1L", "1u8", "0u", "0i", "1 000", "abc", "Ki1", "M1", "m100", "100mm", "100mM", "1Gi1Mi", "1G1M", "1G500M", "one",
	}
}

// upstreamQuantities holds inputs of the tests of
// k8s.io/apimachinery/pkg/api/resource (Apache License 2.0).
var upstreamQuantities = []string{
	"0.025Ti", "1.025Ti", "-1.025Ti", ".", "-.", "1E-3", "0", "0n", "0u", "0m", "0Ki", "0k",
	"0Mi", "0M", "0Gi", "0G", "0Ti", "0T", "1", "1Ki", "8Ki", "7Mi", "6Gi", "5Ti",
	"4Pi", "3Ei", "10Ti", "100Ti", "5n", "4u", "3m", "9", "8k", "50k", "7M", "6G",
	"5T", "40T", "300T", "2P", "1E", "1e3", "1E6", "1e9", "1E12", "1e15", "1E18", "1e14",
	"1e13", "100.035k", "0.001", "0.0005k", "0.005", "0.05", "0.5", "0.00050k", "0.00500", "0.05000", "0.50000", "0.5e0",
	"0.5e-1", "0.5e-2", "10.035M", "1.2e3", "1.3E+6", "1.40e9", "1.53E12", "1.6e15", "1.7E18", "9.01", "8.1k", "7.123456M",
	"6.987654321G", "5.444T", "40.1T", "300.2T", "2.5P", "1.01E", "3.001n", "1.1E-9", "0.0000000001", "0.0000000005", "0.00000000050", "0.5e-9",
	"0.9n", "0.00000012345", "0.00000012354", "9Ei", "9223372036854775807Ki", "12E", "100.035Ki", "0.5Mi", "0.05Gi", "0.000000000001Ki", ".001", ".0001k",
	"1.", "1.G", "1Mi", "1Gi", "1024Mi", "1000M", ".001Ki", ".000001Ki", ".000000001Ki", ".000000000001Ki", "1.1.M", "1+1.0M",
	"0.1mi", "0.1am", "aoeu", ".5i", "1i", "-3.01i", "-3.01e-", " 1", "1 ",
}
