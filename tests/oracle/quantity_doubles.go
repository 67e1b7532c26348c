package main

import (
	"encoding/json"
	"fmt"
	"math"

	"k8s.io/apimachinery/pkg/api/resource"
)

var quantityDoubles = table{
	name: "quantity_doubles",
	about: []string{
		"Doubles as encoding/json writes them and Quantity.UnmarshalJSON reads them back.",
		"bits is the IEEE 754 double in hexadecimal; nanos is empty after an error.",
	},
	columns: []string{"bits", "json", "ok|error", "nanos"},
	modules: []string{moduleAPIMachinery},
	fill:    fillQuantityDoubles,
}

func addDouble(s *rowSet, f float64) {
	text, err := json.Marshal(f)
	if err != nil {
		panic(err) // infinite or not a number
	}
	bits := fmt.Sprintf("%016x", math.Float64bits(f))
	var q resource.Quantity
	if err := q.UnmarshalJSON(text); err != nil {
		s.add(bits, string(text), status(err), "")
		return
	}
	s.add(bits, string(text), status(nil), nanos(q))
}

func fillQuantityDoubles(s *rowSet) {
	for _, f := range []float64{
		0, math.Copysign(0, -1), 1, 2, 10, 0.1, 0.2, 0.3, 0.30000000000000004, 0.5, 0.25, 0.125, 1.5, 2.5, 1.0 / 3, 2.0 / 3,
		1e3, 1e6, 1e9, 1e15, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22, 1e23, 1e24, 1e100, 1e300, 9.99e20, 999999999999999900000, 123456789012345680000, 1234567890123456800000,
		1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-20, 1e-100, 1e-300, 1.5e-6, 9.99e-7, 1.5e-9, 9.999999e-7, 1.234567891e-6, 0.0000012345678912,
		1 << 10, 1 << 20, 1 << 30, 1 << 31, 1 << 32, 1<<53 - 1, 1 << 53, 1<<53 + 2, 1 << 62, 1 << 63, 1 << 64, 1 << 65, 1 << 70, 1 << 100,
		math.MaxInt32, math.MinInt32, math.MaxUint32, math.MaxFloat32, math.SmallestNonzeroFloat32,
		math.MaxFloat64, math.SmallestNonzeroFloat64, 2.2250738585072014e-308, 2.225073858507201e-308, 4.9406564584124654e-323, 1e-310,
		math.Pi, math.E, 100.035, 1234.5678, 123456.789, 0.001, 0.0015, 3.7, 16.1, 9007199254740993, 0.000000001, 0.0000000015, 5e-324,
		math.Nextafter(1, 2), math.Nextafter(1, 0), math.Nextafter(0.1, 1), math.Nextafter(1e21, 0), math.Nextafter(1e21, math.Inf(1)), math.Nextafter(1e-6, 0), math.Nextafter(1e-6, 1), math.Nextafter(1e-9, 0), math.Nextafter(1e-9, 1), math.Nextafter(1<<63, 0), math.Nextafter(1<<63, math.Inf(1)),
	} {
		addDouble(s, f)
		addDouble(s, -f)
	}

	const bias, mantissaBits = 1023, 52
	randomDouble := func(lowest, highest int) float64 {
		exponent := uint64(s.between(lowest, highest) + bias)
		sign, mantissa := s.Uint64N(2), s.Uint64N(1<<mantissaBits)
		return math.Float64frombits(sign<<63 | exponent<<mantissaBits | mantissa)
	}
	s.addRandom(150, func() { addDouble(s, randomDouble(-40, 80)) })
	s.addRandom(50, func() { addDouble(s, randomDouble(-300, 300)) })
	// Numbers as people write them.
	s.addRandom(100, func() { addDouble(s, float64(s.IntN(100000))/math.Pow10(s.IntN(7))) })
}
