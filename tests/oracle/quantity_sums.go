package main

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/api/resource"
)

var quantitySums = table{
	name: "quantity_sums",
	about: []string{
		"Pairs of valid quantities of less than 10^15: a.Cmp(b) and the canonical form of a after a.Add(b).",
	},
	columns: []string{"a", "b", "cmp", "sum"},
	modules: []string{moduleAPIMachinery},
	fill:    fillQuantitySums,
}

func addSum(s *rowSet, a, b string) {
	qa, qb := resource.MustParse(a), resource.MustParse(b)
	if !isSmall(qa) || !isSmall(qb) {
		panic(fmt.Sprintf("%s or %s is out of range", a, b))
	}
	sum := qa.DeepCopy() // before Cmp, which may change how qa is stored
	sum.Add(qb)
	s.add(a, b, strconv.Itoa(qa.Cmp(qb)), canonical(sum))
}

// isSmall tells whether |q| < 10^15.
func isSmall(q resource.Quantity) bool {
	n, ok := new(big.Int).SetString(nanos(q), 10)
	if !ok {
		panic("nanos are not an integer")
	}
	limit := new(big.Int).Exp(big.NewInt(10), big.NewInt(15+9), nil)
	return n.CmpAbs(limit) < 0
}

func fillQuantitySums(s *rowSet) {
	values := []string{
		"0", "-0", "0Ki", "0e0", "1", "-1", "1000m", "1001m", "0.1", "100m", "1n", "0.5n", "-1n", "1k", "1000", "1Ki", "1024", "-1Ki", "1023", "1e3", "1E3",
		"1.5Gi", "1536Mi", "1Gi", "1G", "999999999999999", "-999999999999999", "0.000000001", "999999999999999.999999999", "500m", "0.1Ki", "1.1Gi", "900Ti",
	}
	for _, a := range values {
		for _, b := range []string{"0", "0Ki", "1", "-1", "1000m", "1Ki", "-1Ki", "1e3", "1n", "1.5Gi", "999999999999999"} {
			addSum(s, a, b)
		}
	}

	small := func() string {
		var b strings.Builder
		b.WriteString(pick(s, []string{"", "", "", "-", "+"}))
		b.WriteString(strconv.Itoa(s.IntN(pick(s, []int{2, 10, 100, 1000}))))
		if s.oneIn(3) {
			b.WriteString("." + s.text(s.between(1, 10), "00123456789"))
		}
		b.WriteString(pick(s, []string{"", "", "n", "u", "m", "m", "k", "M", "G", "Ki", "Mi", "Mi", "Gi", "e3", "e-3", "e6", "E1", "e-9"}))
		return b.String()
	}
	s.addRandom(250, func() { addSum(s, small(), small()) })
	// Different spellings of the same value.
	s.addRandom(50, func() {
		n := s.between(0, 2000)
		addSum(s,
			strconv.Itoa(n)+pick(s, []string{"Mi", ".0Mi", ".00Mi"}),
			pick(s, []string{strconv.Itoa(n*1024) + "Ki", strconv.Itoa(n << 20), strconv.Itoa(n<<20) + "000m", strconv.Itoa(n<<20) + "e0", strconv.Itoa(n<<20 + 1), strconv.Itoa(n<<20 - 1)}))
	})
}
