package main

import (
	_ "crypto/sha256" // registers the digest algorithms
	_ "crypto/sha512"
	"strings"

	"github.com/distribution/reference"
)

var references = table{
	name: "references",
	about: []string{
		"Image references as reference.ParseNormalizedNamed reads them.",
		"normalized is the result's String(); the other columns are empty after an error.",
	},
	columns: []string{"input", "ok|error", "domain", "path", "tag", "digest", "normalized"},
	modules: []string{moduleReference, moduleDigest},
	fill:    fillReferences,
}

func addReference(s *rowSet, input string) {
	named, err := reference.ParseNormalizedNamed(input)
	if err != nil {
		s.add(input, status(err), "", "", "", "", "")
		return
	}
	var tag, digest string
	if tagged, ok := named.(reference.Tagged); ok {
		tag = tagged.Tag()
	}
	if digested, ok := named.(reference.Digested); ok {
		digest = digested.Digest().String()
	}
	s.add(input, status(err), reference.Domain(named), reference.Path(named), tag, digest, named.String())
}

func fillReferences(s *rowSet) {
	for _, group := range [][]string{
		upstreamReferences,
		hubReferences(),
		domainReferences(),
		pathReferences(),
		tagReferences(),
		digestReferences(),
		strayReferences(),
	} {
		for _, input := range group {
			addReference(s, input)
		}
	}

	s.addRandom(200, func() { addReference(s, randomReference(s)) })
	s.addRandom(450, func() {
		input := randomReference(s)
		for range s.between(1, 3) {
			input = s.mutate(input, "a1A.-_:/@[] ")
		}
		addReference(s, input)
	})
	s.addRandom(450, func() { addReference(s, s.text(s.between(1, 10), "a1A.-_:/@[]")) })
	// A random string of the whole alphabet is hardly ever valid.
	s.addRandom(150, func() { addReference(s, s.text(s.between(1, 12), "aab01.-_:/")) })
}

// randomReference returns a reference that is valid, or nearly so.
func randomReference(s *rowSet) string {
	var b strings.Builder
	if s.oneIn(2) {
		b.WriteString(pick(s, []string{
			"docker.io", "index.docker.io", "localhost", "localhost:5000", "quay.io", "gcr.io:443",
			"registry-1.example.com:5000", "A", "Reg", "127.0.0.1", "10.0.0.1:80", "[::1]", "[fd00::12]:5000", "a-b.c",
		}))
		b.WriteByte('/')
	}
	for i := range s.between(1, 4) {
		if i > 0 {
			b.WriteByte('/')
		}
		b.WriteString(s.text(s.between(1, 4), "abc019"))
		for s.oneIn(3) {
			b.WriteString(pick(s, []string{".", "_", "__", "-", "--", "-----"}))
			b.WriteString(s.text(s.between(1, 3), "abc019"))
		}
	}
	if s.oneIn(2) {
		b.WriteByte(':')
		b.WriteString(pick(s, []string{"latest", "1.2.3", "v1", "A_b-c.d", "_", "80", "0"}))
	}
	switch s.IntN(6) {
	case 0:
		b.WriteString("@sha256:" + s.text(64, "0123456789abcdef"))
	case 1:
		b.WriteString("@sha512:" + s.text(128, "0123456789abcdef"))
	}
	return b.String()
}

func hubReferences() []string {
	return []string{
		"docker.io", "docker.io:80", "docker.io/", "docker.io/a", "docker.io/a/b", "docker.io/library/a", "docker.io/library/a/b",
		"docker.io/library", "docker.io/library/", "docker.io:443/a", "docker.io./a", "Docker.io/a", "DOCKER.IO/a", "docker.io//a",
		"index.docker.io", "index.docker.io/", "index.docker.io/a", "index.docker.io/a/b", "index.docker.io/library/a",
		"index.docker.io:443/a", "Index.docker.io/a", "registry-1.docker.io/a", "registry-1.docker.io/library/a",
		"library/a", "library/a/b", "library", "library/", "library/library", "library/library/a", "a/library", "library:tag",
		"docker.io/docker.io/a", "docker.io/index.docker.io/a", "index.docker.io/docker.io/a", "docker.io/a:b/c", "docker.io/a:tag", "index.docker.io/a:1@sha256:" + hex(64),
		"docker.io/1.2.3.4/a", "a.b", "a.b:80", "a.b:tag", "a.b/", "a.b/c", "a/b.c", "a/b/c/d",
	}
}

func domainReferences() []string {
	inputs := []string{
		"localhost", "localhost:80", "localhost:tag", "localhost/", "localhost/a", "localhost:80/a", "localhost:/a", "LOCALHOST/a", "Localhost:80/a", "localhost.localdomain/a", "localhosts/a", "localhost/A", "localhost/a/B",
		"A", "A/a", "a/A", "A/A", "aA/a", "A/a:T", "A.b/c", "A:80/a", "A:80/A", "A-/a", "-A/a", "A_B/a", "A..b/a",
		"a_b.c/d", "a_b.c:80/d", "A_b/c", "_a.b/c", "a._b/c", "a_.b/c",
		"-a.b/c", "a-.b/c", "a.-b/c", "a.b-/c", "a--b.c/d", "a.b-c/d", "a.b--c/d", "-.a/b", "a.-/b", "-:80/a",
		".a/b", "a./b", "a.b./c", "a..b/c", ".a.b/c", "../a", "./a", "a.b..c/d", "..", ".", "a./", ".:80/a",
		"a:80/b", "a:/b", "a.b:/c", "a.b:80:80/c", "a.b:x/c", "a.b:80x/c", "a.b:-1/c", "a.b:+1/c", "a.b:0/c", "a.b:00/c", "a.b:65535/c", "a.b:65536/c",
		"a.b:99999999999999999999999/c", "a.b:" + strings.Repeat("9", 300) + "/c", ":80/a", "a:80", "a:80/", "a:80//b", "a:1/b:2", "a:1/b:2/c", "a:1/b/c:2", "a:1/b:2:3",
		"[::1]/a", "[::1]:80/a", "[::1]:/a", "[::1]a/b", "[::1].a/b", "[::1]80/a", "[]/a", "[]:80/a", "[:]/a", "[::]/a", "[a]/b", "[A]/b", "[ABCDEF:abcdef:0]/a", "[g::1]/a", "[::1%25eth0]/a", "[::ffff:1.2.3.4]/a", "[1.2.3.4]/a", "[::1/a", "::1]/a", "::1/a", "[[::1]]/a", "[::1]", "[::1]:80", "[::1]/A", "[::1]/", "a[::1]/b", "[:::::::::::::::::]/a", "[" + strings.Repeat("0:", 200) + "]/a",
		"1/a", "1.2/a", "1.2.3.4/a", "1.2.3.4:5/a", "1.2.3.4.5/a", "999.999.999.999/a", "0x7f.1/a", "127.1/a", "1.2.3.4./a", "1.2.3.4",
		"http://a.b/c", "https://a", "docker://a", "a.b/c?d", "a.b/c#d", "user@a.b/c", "user:pw@a.b/c", "a.b\\c/d", "a.b/c\\d",
		"host/a", "my-host/a", "my_host/a", "my--host/a", "my-host-/a", "host.example.com/a", "HOST.example.com/a", "host.EXAMPLE.com/a",
		strings.Repeat("a", 63) + ".b/c", strings.Repeat("a", 64) + ".b/c", strings.Repeat("a.", 300) + "b/c", strings.Repeat("A", 300) + "/c",
	}
	return inputs
}

func pathReferences() []string {
	inputs := []string{
		"", "/", "//", "/a", "a/", "a//b", "a///b", "/a/b", "a/b/", "a.b//c", "a.b/c//d", "a/b//c:t", "a/ b", "a /b",
		"a", "0", "a0", "00", "a/0", "aA", "Aa", "a/bC", "a/B/c", "a.b/C", "a.b/c/D",
		hex(63), hex(64), hex(65), hex(64) + ":t", hex(64) + "@sha256:" + hex(64), "a/" + hex(64), "docker.io/" + hex(64), "localhost/" + hex(64), hex(64) + "/a", strings.ToUpper(hex(64)), hex(63) + "g", "library/" + hex(64),
		strings.Repeat("a", 63), strings.Repeat("a", 128),
	}
	for _, sep := range []string{".", "..", "_", "__", "___", "____", "-", "--", "---", "----------", "._", "_.", "-_", "_-", ".-", "-.", "__-", "-__", ".__", "__.", "_._", "-.-", "+", "~", "%", "@", ":", " ", "*"} {
		inputs = append(inputs,
			"a"+sep+"b", sep+"a", "a"+sep, "a/b"+sep+"c", "a/"+sep+"b", "a"+sep+"/b", "x.y/a"+sep+"b", "x.y/a"+sep, "x.y/"+sep+"a", "a"+sep+"b"+sep+"c:t")
	}
	// The limit of 255 is on the path, which has library/ in front of it on
	// Docker Hub, and no domain.
	for _, n := range []int{246, 247, 248, 249, 253, 254, 255, 256, 257, 300} {
		long := strings.Repeat("a", n)
		inputs = append(inputs, long, "docker.io/"+long, "index.docker.io/"+long, "a/"+strings.Repeat("b", n-2), "docker.io/a/"+strings.Repeat("b", n-2),
			"x.y/"+long, "x.y:80/"+long+":t", "localhost/"+long, "A/"+long, "[::1]/"+long, "x.y/"+long+"@sha256:"+hex(64),
			"x.y/"+strings.Repeat("a/", n/2)+strings.Repeat("b", 1+n%2), strings.Repeat("d", n)+".x/a")
	}
	return inputs
}

func tagReferences() []string {
	inputs := []string{
		":", ":t", "a:", "a:t", "a/b:", "a/b:t", "a.b/c:", "a::t", "a:t:", "a:t:u", "a:t/", "a:t/u", "a:t/b:u", "a/b:t/u", "a/:t", "/:t", ":/a", ":a/b",
		"a:T", "a:_", "a:-", "a:.", "a:_t", "a:-t", "a:.t", "a:t-", "a:t.", "a:t_", "a:t..u", "a:t--u", "a:t__u", "a:1", "a:1.2", "a:..", "a:_..", "a:_-", "a:T-1_0.x",
		"a:t+u", "a:t~u", "a:t u", "a: t", "a :t", "a:t%20", "a:t@", "a:@", "a:t!", "a:t,u", "a:é", "a:tÉ", "a:t\x00", "a:t\xff",
		"aB:t", "a/B:t", "A:t", "A/b:T", "x.y/a:80", "x.y:80/a:80", "localhost:80:80", "localhost:80/a:80",
	}
	for _, n := range []int{1, 126, 127, 128, 129, 130, 256} {
		inputs = append(inputs, "a:"+strings.Repeat("t", n), "x.y:5/a/b:"+strings.Repeat("0", n), "a:"+strings.Repeat("T.", n)[:n],
			"a:"+strings.Repeat("t", n)+"@sha256:"+hex(64), "a:_"+strings.Repeat("-", n-1), "a:-"+strings.Repeat("t", n-1))
	}
	return inputs
}

func digestReferences() []string {
	inputs := []string{
		"@", "a@", "a:t@", "@sha256:" + hex(64), "a@@sha256:" + hex(64), "a@sha256", "a@sha256:", "a@:" + hex(64), "a@" + hex(64), "a:@sha256:" + hex(64), "a:t:@sha256:" + hex(64),
		"a@sha256:" + hex(64) + ":t", "a@sha256:" + hex(64) + "@sha256:" + hex(64), "a@sha256:" + hex(64) + "/b", "a@sha256::" + hex(64), "a@sha256: " + hex(64), "a@ sha256:" + hex(64), "a @sha256:" + hex(64),
		"a@sha256:" + hex(64) + "\n", "a@sha256:" + hex(64) + " ", "a@sha256:" + strings.Repeat("g", 64), "a@sha256:" + hex(63) + "G", "a@sha256:" + hex(63) + "-", "a@sha256:" + hex(63) + "é",
		"a/b@sha256:" + hex(64), "x.y/a@sha256:" + hex(64), "x.y:80/a/b:t@sha256:" + hex(64), "A/b@sha256:" + hex(64), "A@sha256:" + hex(64), "a/B@sha256:" + hex(64), "a/B:t@sha256:" + hex(64),
		"sha256:" + hex(64), "sha256:" + hex(64) + "@sha256:" + hex(64), "sha256@sha256:" + hex(64), "/@sha256:" + hex(64), "a/@sha256:" + hex(64),
	}
	for _, prefix := range []string{"a", "a:t", "x.y:80/a", "x.y/a:t"} {
		for _, algorithm := range []string{
			"sha256", "sha384", "sha512", "sha1", "md5", "sha224", "sha512_256", "blake3", "SHA256", "Sha256", "sHa256", "sha256+b64", "sha256+B64", "sha256.a", "sha256-a", "sha256_a", "sha256+", "+sha256", "sha256++a", "sha256+1", "sha256.1a", "a+b+c-d_e.f", "256", "1sha", "sha-256", "tarsum.v1+sha256", "x", "X", "é", "sha256 ", "sha/256", "sha:256",
		} {
			inputs = append(inputs, prefix+"@"+algorithm+":"+hex(64))
		}
	}
	for _, algorithm := range []string{"sha256", "sha384", "sha512", "sha1", "SHA512", "sha256+b64"} {
		for _, n := range []int{0, 1, 31, 32, 33, 40, 63, 64, 65, 95, 96, 97, 127, 128, 129, 200} {
			inputs = append(inputs, "a:t@"+algorithm+":"+hex(n))
		}
		for _, n := range []int{64, 96, 128} {
			inputs = append(inputs, "a@"+algorithm+":"+strings.ToUpper(hex(n)), "a@"+algorithm+":"+hex(n-1)+"F", "a:t@"+algorithm+":"+hex(n-1)+"F", "a@"+algorithm+":"+strings.Repeat("0", n))
		}
	}
	return inputs
}

// strayReferences holds white space, control characters and text that is not
// ASCII.
func strayReferences() []string {
	var inputs []string
	for _, c := range []string{
		" ", "\t", "\n", "\r", "\r\n", "\v", "\f", "\x00", "\x7f", "\x80", "\xff", "\xc2",
		"\u0085", "\u00a0", "\u2003", "\ufeff", "é", "É", "ß", "\u0130", "\u0131", "\u017f", "\u212a", "\u0661", "中", "🐳",
		"\xed\xa0\x80", "\xc0\xaf", // a surrogate and an overlong slash
	} {
		inputs = append(inputs, c, c+"a", "a"+c, "a"+c+"b", "a/b"+c, "a"+c+"/b", c+"a/b", "a.b"+c+"/c", "a:t"+c, "a:"+c+"t", "a"+c+":t")
	}
	return append(inputs,
		"a\nb", "a/b\nc", "a\n:t", "\n\na", "a\n\n", "a:t\n\n", "a=b", "a&b", "a|b", "a;b", "a,b", "a'b", `a"b`, "a`b", "$a", "${a}", "{{.Image}}", "a<b>", "a(b)", "[a]", "a[", "a]", "!a", "~/a", "a/~", "a^b", "*", "a/*", "?", "\\", "a\\", "\\n", "\\\\a", "%61", "a%2Fb")
}

// hex returns n hexadecimal digits, among them letters.
func hex(n int) string {
	return strings.Repeat("0123456789abcdef", n/16+1)[:n]
}

// upstreamReferences holds the inputs of the tests of
// github.com/distribution/reference (Apache License 2.0).
var upstreamReferences = []string{
	"test_com",
	"test.com:tag",
	"test.com:5000",
	"test.com/repo:tag",
	"test:5000/repo",
	"test:5000/repo:tag",
	"test:5000/repo@sha256:ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
	"test:5000/repo:tag@sha256:ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
	"",
	":justtag",
	"@sha256:ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
	"repo@sha256:ffffffffffffffffffffffffffffffffff",
	"validname@invaliddigest:ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
	"Uppercase:tag",
	//	input: "Uppercase/lowercase:tag",,
	"test:5000/Uppercase/lowercase:tag",
	"lowercase:Uppercase",
	"aa/asdf$$^/aa",
	"sub-dom1.foo.com/bar/baz/quux",
	"sub-dom1.foo.com/bar/baz/quux:some-long-tag",
	"b.gcr.io/test.example.com/my-app:test.example.com",
	"xn--n3h.com/myimage:xn--n3h.com",
	"xn--7o8h.com/myimage:xn--7o8h.com@sha512:ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
	"foo_bar.com:8080",
	"foo/foo_bar.com:8080",
	"192.168.1.1",
	"192.168.1.1:tag",
	"192.168.1.1:5000",
	"192.168.1.1/repo",
	"192.168.1.1:5000/repo",
	"192.168.1.1:5000/repo:5050",
	"[2001:db8::1]",
	"[2001:db8::1]:5000",
	"[2001:db8::1]:tag",
	"[2001:db8::1]/repo",
	"[2001:db8:1:2:3:4:5:6]/repo:tag",
	"[2001:db8::1]:5000/repo",
	"[2001:db8::1]:5000/repo:tag",
	"[2001:db8::1]:5000/repo@sha256:ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
	"[2001:db8::1]:5000/repo:tag@sha256:ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
	"[2001:db8::]:5000/repo",
	"[::1]:5000/repo",
	"[fe80::1%eth0]:5000/repo",
	"[fe80::1%@invalidzone]:5000/repo",
	"example.com/repo:tag",
	"test.com/foo",
	"test_com/foo",
	"test:8080/foo",
	"test.com:8080/foo",
	"test-com:8080/foo",
	"xn--n3h.com:18080/foo",
	"example.com:8000/named",
	"example.com:8000/named:tagged",
	"other.com/named@sha256:1234567890098765432112345667890098765432112345667890098765432112",
	"test.com",
	"foo",
	"library/foo",
	"docker.io/library/foo",
	"docker.io/foo",
	"test.com:10304",
	"test.com:http",
	"localhost",
	"localhost:8080",
	"a",
	"a.b",
	"ab.cd.com",
	"a-b.com",
	"-ab.com",
	"ab-.com",
	"ab.c-om",
	"ab.-com",
	"ab.com-",
	"0101.com",
	"001a.com",
	"b.gbc.io:443",
	"b.gbc.io",
	"xn--n3h.com",
	"Asdf.com",
	"192.168.1.1:75050",
	"192.168.1.1:750050",
	"[fd00:1:2::3]:75050",
	"[fd00:1:2::3]75050",
	"[fd00:1:2::3]::75050",
	"[fd00:1:2::3%eth0]:75050",
	"[fd00123123123]:75050",
	"[2001:0db8:85a3:0000:0000:8a2e:0370:7334]:75050",
	"[2001:0db8:85a3:0000:0000:8a2e:0370:7334]:750505",
	"fd00:1:2::3:75050",
	"short",
	"simple/name",
	"library/ubuntu",
	"docker/stevvooe/app",
	"aa/aa/aa/aa/aa/aa/aa/aa/aa/bb/bb/bb/bb/bb/bb",
	"aa/aa/bb/bb/bb",
	"a/a/a/a",
	"a/a/a/a/",
	"a//a/a",
	"a/aa",
	"a/aa/a",
	"foo.com",
	"foo.com/",
	"foo.com:8080/bar",
	"foo.com:http/bar",
	"foo.com/bar",
	"foo.com/bar/baz",
	"localhost:8080/bar",
	"blog.foo.com/bar/baz",
	"a^a",
	"asdf$$^/aa",
	"aa-a/a",
	"a-/a/a/a",
	"foo.com/a-/a/a",
	"-foo/bar",
	"foo/bar-",
	"foo-/bar",
	"foo/-bar",
	"_foo/bar",
	"foo_bar",
	"foo_bar.com",
	"foo_bar.com:8080/app",
	"foo.com/foo_bar",
	"____/____",
	"_docker/_docker",
	"docker_/docker_",
	"b.gcr.io/test.example.com/my-app",
	"xn--n3h.com/myimage",
	"xn--7o8h.com/myimage",
	"example.com/xn--7o8h.com/myimage",
	"example.com/some_separator__underscore/myimage",
	"example.com/__underscore/myimage",
	"example.com/..dots/myimage",
	"example.com/.dots/myimage",
	"example.com/nodouble..dots/myimage",
	"docker./docker",
	".docker/docker",
	"docker-/docker",
	"-docker/docker",
	"do..cker/docker",
	"do__cker:8080/docker",
	"do__cker/docker",
	"registry.io/foo/project--id.module--name.ver---sion--name",
	"Asdf.com/foo/bar",
	"Foo/FarB",
	"registry.com:8080/myapp:tag",
	"registry.com:8080/myapp@sha256:be178c0543eb17f5f3043021c9e5fcf30285e557a4fc309cce97ff9ca6182912",
	"registry.com:8080/myapp:tag2@sha256:be178c0543eb17f5f3043021c9e5fcf30285e557a4fc309cce97ff9ca6182912",
	"registry.com:8080/myapp@sha256:badbadbadbad",
	"registry.com:8080/myapp:invalid~tag",
	"bad_hostname.com:8080/myapp:tag",
	"localhost:8080/name@sha256:be178c0543eb17f5f3043021c9e5fcf30285e557a4fc309cce97ff9ca6182912",
	"localhost:http/name@sha256:be178c0543eb17f5f3043021c9e5fcf30285e557a4fc309cce97ff9ca6182912",
	"localhost@sha256:be178c0543eb17f5f3043021c9e5fcf30285e557a4fc309cce97ff9ca6182912",
	"registry.com:8080/myapp@bad",
	"registry.com:8080/myapp@2bad",
	"da304e823d8ca2b9d863a3c897baeb852ba21ea9a9f1414736394ae7fcaf9821",
	"7EC43B381E5AEFE6E04EFB0B3F0693FF2A4A50652D64AEC573905F2DB5889A1C",
	"da304e823d8ca2b9d863a3c897baeb852ba21ea9a9f1414736394ae7fcaf",
	"sha256:da304e823d8ca2b9d863a3c897baeb852ba21ea9a9f1414736394ae7fcaf9821",
	"da304e823d8ca2b9d863a3c897baeb852ba21ea9a9f1414736394ae7fcaf98218482",
	"docker/migrator",
	"xn--n3h.com/foo",
	"docker.io/library/foo/bar",
	"busybox",
	"busybox:latest",
	"busybox@sha256:e6693c20186f837fc393390135d8a598a96a833917917789d63766cab6c59582",
	"library/busybox",
	"docker.io/busybox",
	"docker.io/library/busybox",
	"docker.io/busybox:latest",
	"library/busybox:latest",
	"docker.io/library/busybox:latest",
	"gcr.io/library/busybox",
	"gcr.io/library/busybox:latest@sha256:e6693c20186f837fc393390135d8a598a96a833917917789d63766cab6c59582",
	"docker/docker",
	"library/debian",
	"debian",
	"localhost/library/debian",
	"localhost/debian",
	"LOCALDOMAIN/library/debian",
	"LOCALDOMAIN/debian",
	"docker.io/docker/docker",
	"docker.io/library/debian",
	"docker.io/debian",
	"index.docker.io/docker/docker",
	"index.docker.io/library/debian",
	"index.docker.io/debian",
	"127.0.0.1:5000/docker/docker",
	"127.0.0.1:5000/library/debian",
	"127.0.0.1:5000/debian",
	"192.168.0.1",
	"192.168.0.1:80",
	"192.168.0.1:8/debian",
	"192.168.0.2:25000/debian",
	"thisisthesongthatneverendsitgoesonandonandonthisisthesongthatnev",
	"[fc00::1]:5000/docker",
	"[fc00::1]:5000/docker/docker",
	"[fc00:1:2:3:4:5:6:7]:5000/library/debian",
	"docker.io/1a3f5e7d9c1b3a5f7e9d1c3b5a7f9e1d3c5b7a9f1e3d5d7c9b1a3f5e7d9c1b3a",
	"Docker/docker",
	"DOCKER/docker",
	"https://github.com/docker/docker",
	"docker/Docker",
	"-docker",
	"-docker.io/docker/docker",
	"docker///docker",
	"docker.io/docker/Docker",
	"docker.io/docker///docker",
	"[fc00::1]",
	"[fc00::1]:5000",
	"fc00::1:5000/debian",
	"[fe80::1%eth0]:5000/debian",
	"[2001:db8:3:4::192.0.2.33]:5000/debian",
	"1a3f5e7d9c1b3a5f7e9d1c3b5a7f9e1d3c5b7a9f1e3d5d7c9b1a3f5e7d9c1b3a",
	"docker-rules/docker",
	"docker---rules/docker",
	"doc/docker",
	"d/docker",
	"jess/t",
	"dock__er/docker",
	"-docker-/docker",
	"dock..er/docker",
	"dock_.er/docker",
	"dock-.er/docker",
	"docker/",
	"this_is_not_a_valid_namespace_because_its_lenth_is_greater_than_255_this_is_not_a_valid_namespace_because_its_lenth_is_greater_than_255_this_is_not_a_valid_namespace_because_its_lenth_is_greater_than_255_this_is_not_a_valid_namespace_because_its_lenth_is_greater_than_255/docker",
	"localhost/fooo",
	"localhost/fooo/bar",
	"LOCALDOMAIN/fooo",
	"LOCALDOMAIN/fooo/bar",
	"fooo/bar",
	"docker.io/fooo/bar",
	"index.docker.io/fooo/bar",
	"ubuntu",
	"docker.io/library/ubuntu",
	"nonlibrary/ubuntu",
	"docker.io/nonlibrary/ubuntu",
	"other/library",
	"docker.io/other/library",
	"127.0.0.1:8000/private/moonbase",
	"127.0.0.1:8000/privatebase",
	"example.com/private/moonbase",
	"example.com/privatebase",
	"example.com:8000/private/moonbase",
	"example.com:8000/privatebasee",
	"ubuntu-12.04-base",
	"docker.io/library/ubuntu-12.04-base",
	"index.docker.io/library/ubuntu-12.04-base",
	"library/foo/bar",
	"store/foo/bar",
	"docker.io/store/foo/bar",
	"Foo/bar",
	"FOO/bar",
	"redis",
	"docker.io/library/redis",
	"redis:latest",
	"docker.io/library/redis:latest",
	"redis@sha256:dbcc1c35ac38df41fd2f5e4130b32ffdb93ebae8b3dbe638c23575912276fc9c",
	"docker.io/library/redis@sha256:dbcc1c35ac38df41fd2f5e4130b32ffdb93ebae8b3dbe638c23575912276fc9c",
	"dmcgowan/myapp",
	"docker.io/dmcgowan/myapp",
	"dmcgowan/myapp:latest",
	"docker.io/dmcgowan/myapp:latest",
	"docker.io/mcgowan/myapp:latest",
	"dmcgowan/myapp@sha256:dbcc1c35ac38df41fd2f5e4130b32ffdb93ebae8b3dbe638c23575912276fc9c",
	"docker.io/dmcgowan/myapp@sha256:dbcc1c35ac38df41fd2f5e4130b32ffdb93ebae8b3dbe638c23575912276fc9c",
	"dbcc1c35ac38df41fd2f5e4130b32ffdb93ebae8b3dbe638c23575912276fc9c",
	"sha256:dbcc1c35ac38df41fd2f5e4130b32ffdb93ebae8b3dbe638c23575912276fc9c",
	"dbcc1c35ac38df41fd2f5e4130b32ffdb93ebae8b3dbe638c23575912276fc9",
	"docker.io/library/dbcc1c35ac38df41fd2f5e4130b32ffdb93ebae8b3dbe638c23575912276fc9",
	"dbcc1",
	"docker.io/library/dbcc1",
	"-foo",
	"busybox:latest@sha256:86e0e091d0da6bde2456dbb48306f3956bbeb2eae1b5b9a43045843f69fe4aaa",
	"foo/any/bat",
	"foo/c/baz:tag",
	"example.com/foo/c/baz:tag",
	"domain/" + strings.Repeat("a", 256) + ":tag",
	"example.com/" + strings.Repeat("a", 255) + ":tag",
	strings.Repeat("a/", 127) + "a:tag-puts-this-over-max",
	strings.Repeat("a/", 128) + "a",
}
