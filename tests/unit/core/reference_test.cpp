#include "nodefit/reference.h"

#include <catch2/catch.hpp>
#include <string>

namespace nodefit::tests {

TEST_CASE("an image reference keeps its spelling and knows its repository") {
  struct Case {
    const char* name;
    std::string text;
    std::string repository;
    std::string tag;
  };
  const Case cases[] = {
      {"a bare name is an official image on Docker Hub", "ubuntu", "docker.io/library/ubuntu", ""},
      {"a namespace on Docker Hub", "tensorflow/tensorflow:2.15.0",
       "docker.io/tensorflow/tensorflow", "2.15.0"},
      {"the legacy name of Docker Hub", "index.docker.io/ubuntu:1", "docker.io/library/ubuntu",
       "1"},
      {"a port is no tag", "registry.example:5000/tf/train", "registry.example:5000/tf/train", ""},
      {"a port and a tag", "registry.example:5000/tf/train:2.15", "registry.example:5000/tf/train",
       "2.15"},
      {"localhost is a registry", "localhost/tf:1", "localhost/tf", "1"},
      {"a name with a port but no slash is a name with a tag", "tf:5000", "docker.io/library/tf",
       "5000"},
      {"an IPv6 registry", "[2001:db8::1]:5000/tf:1", "[2001:db8::1]:5000/tf", "1"},
      {"an upper-case first part is a registry", "Registry/tf", "Registry/tf", ""},
  };
  for (const Case& c : cases) {
    DYNAMIC_SECTION(c.name) {
      const ImageReference reference = ImageReference::parse(c.text).value();
      REQUIRE(reference.text() == c.text);
      REQUIRE(reference.repository() == c.repository);
      REQUIRE(reference.tag() == c.tag);
      REQUIRE(reference.digest().empty());
    }
  }
}

TEST_CASE("a tag and a digest are told apart") {
  const std::string digest = "sha256:" + std::string(64, 'a');
  const ImageReference both = ImageReference::parse("tf:2.15.0@" + digest).value();
  REQUIRE(both.tag() == "2.15.0");
  REQUIRE(both.digest() == digest);
  REQUIRE(both.normalized() == "docker.io/library/tf:2.15.0@" + digest);
  const ImageReference alone = ImageReference::parse("tf@" + digest).value();
  REQUIRE(alone.tag().empty());
  REQUIRE(alone.digest() == digest);
}

TEST_CASE("a wrong image reference is answered with what was expected") {
  struct Case {
    const char* name;
    std::string text;
    std::string want;
  };
  const std::string hex(64, 'a');
  const Case cases[] = {
      {"nothing", "", R"("": expected a name such as "tensorflow/tensorflow:2.15.0")"},
      {"upper case", "TF", R"("TF": expected a repository in lower case)"},
      {"a blank", "tf :1",
       R"("tf :1": expected a repository of lower-case letters, digits, '.', '_', '-' and '/')"},
      {"an empty component", "a//b",
       R"("a//b": expected repository components joined by single slashes, each beginning and ending with a letter or )"
       R"(digit, with '.', '_', '__' or dashes between)"},
      {"a URL", "https://example.com/tf",
       R"("https://example.com/tf": expected a registry such as "example.com:5000" before the first slash)"},
      {"an empty tag", "tf:",
       R"("tf:": expected a tag of 1 to 128 letters, digits, '_', '.' and '-', not beginning with '.' or '-')"},
      {"a short digest", "tf@sha256:abc",
       R"("tf@sha256:abc": expected a digest such as "sha256:" and 64 lower-case hexadecimal digits)"},
      {"an image ID", hex,
       "\"" + hex + "\": expected a name, not 64 hexadecimal digits, which would be an image ID"},
  };
  for (const Case& c : cases) {
    DYNAMIC_SECTION(c.name) {
      REQUIRE(ImageReference::parse(c.text).error().message() ==
              "invalid image reference " + c.want);
    }
  }
}

TEST_CASE("a repository has at most 255 characters behind its registry, library/ counted") {
  REQUIRE(ImageReference::parse("example.com/" + std::string(255, 'a')).ok());
  REQUIRE_FALSE(ImageReference::parse("example.com/" + std::string(256, 'a')).ok());
  REQUIRE(ImageReference::parse(std::string(247, 'a')).ok());
  REQUIRE_FALSE(ImageReference::parse(std::string(248, 'a')).ok());
}

TEST_CASE("a megabyte of anything is read once and refused") {
  for (const char* unit : {"a", "/", "a/", "-", ".", "_", ":", "@", "[", "a.", "a-"}) {
    std::string text;
    while (text.size() < 1'000'000) text += unit;
    CAPTURE(unit);
    REQUIRE_FALSE(ImageReference::parse(text).ok());
  }
}

}  // namespace nodefit::tests
