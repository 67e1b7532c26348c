#include "nodefit/image_tag.h"

#include <catch2/catch.hpp>
#include <string>

namespace nodefit::tests {

TEST_CASE("the tags of TensorFlow images are read") {
  struct Case {
    const char* name;
    std::string tag;
    std::string want;  // version, then the words; "latest" for none
  };
  const Case cases[] = {
      {"a release", "2.15.0", "2.15.0"},
      {"a release without patch number", "2.15", "2.15"},
      {"a GPU build", "2.15.0-gpu", "2.15.0 gpu"},
      {"a notebook", "2.15.0-jupyter", "2.15.0 jupyter"},
      {"both words, in the order of Docker Hub", "2.15.0-gpu-jupyter", "2.15.0 gpu jupyter"},
      {"both words, the other way round", "2.15.0-jupyter-gpu", "2.15.0 gpu jupyter"},
      {"a release candidate", "2.16.0rc1", "2.16.0 rc1"},
      {"a release candidate with a dash", "2.16.0-rc1-gpu", "2.16.0 rc1 gpu"},
      {"latest", "latest", "latest"},
      {"no tag means latest", "", "latest"},
      {"the latest GPU build", "latest-gpu-jupyter", "latest gpu jupyter"},
      {"the largest numbers", "999999999.0", "999999999.0"},
  };
  for (const Case& c : cases) {
    DYNAMIC_SECTION(c.name) {
      const ImageTag tag = ImageTag::parse(c.tag).value();
      std::string got = "latest";
      if (const auto& version = tag.version()) {
        got = std::to_string(version->major) + "." + std::to_string(version->minor);
        if (version->patch) got += "." + std::to_string(*version->patch);
        if (version->release_candidate) got += " rc" + std::to_string(*version->release_candidate);
      }
      if (tag.gpu()) got += " gpu";
      if (tag.jupyter()) got += " jupyter";
      REQUIRE(got == c.want);
      REQUIRE(tag.is_latest() == c.want.starts_with("latest"));
      REQUIRE(std::string(tag.version_text()) + std::string(tag.words_text()) == tag.text());
    }
  }
}

TEST_CASE("any other tag is unreadable, so that no TensorFlow is guessed") {
  for (const char* tag : {"24.03-tf2-py3",
                          "24.03",
                          "2",
                          "2.",
                          "2.15.",
                          "2.15.0.1",
                          "2.15.0-",
                          "2.15.0-GPU",
                          "2.15.0-gpu-gpu",
                          "2.15.0-gpus",
                          "2.15.0gpu",
                          "2.15.0-py3",
                          "v2.15.0",
                          "2.15.0-rc",
                          "2.15.0rc1rc2",
                          "2.15.0-gpu-rc1",
                          "02.15.0",
                          "2.015.0",
                          "2.15.00",
                          "1234567890.1",
                          "nightly",
                          "gpu",
                          "latestgpu",
                          "latest-",
                          "-gpu",
                          " 2.15.0",
                          "2.15.0 ",
                          "2.15.0+gpu"}) {
    CAPTURE(tag);
    REQUIRE_FALSE(ImageTag::parse(tag).ok());
  }
  REQUIRE(
      ImageTag::parse("24.03-tf2-py3").error().message() ==
      R"(unreadable tag "24.03-tf2-py3": expected latest or a TensorFlow version such as 2.15.0, then -gpu and )"
      R"(-jupyter or neither)");
}

TEST_CASE("version patterns match what the policy's author means") {
  struct Case {
    const char* name;
    const char* pattern;
    const char* version;
    bool want;
  };
  const Case cases[] = {
      {"a version matches itself", "2.17.0", "2.17.0", true},
      {"another patch release doesn't", "2.17.0", "2.17.1", false},
      {"a missing patch number is none of 0", "2.17.0", "2.17", false},
      {"a release candidate isn't the release", "2.17.0", "2.17.0rc1", false},
      {"a release candidate matches in either spelling", "2.17.0-rc1", "2.17.0rc1", true},
      {"a star matches every patch release", "2.15.*", "2.15.7", true},
      {"a star matches the version without patch number", "2.15.*", "2.15", true},
      {"a star matches no release candidate", "2.15.*", "2.15.0rc0", false},
      {"a star stays within its minor", "2.15.*", "2.1.5", false},
      {"a star stays within its major", "2.15.*", "3.15.0", false},
  };
  for (const Case& c : cases) {
    DYNAMIC_SECTION(c.name) {
      REQUIRE(VersionPattern::parse(c.pattern).value().matches(Version::parse(c.version).value()) ==
              c.want);
    }
  }
  for (const char* bad :
       {"", "*", "2.*", "2.15.0.*", "2.15rc1.*", "2.15.**", "2.15.x", ".*", "2.15.0-gpu"}) {
    CAPTURE(bad);
    REQUIRE_FALSE(VersionPattern::parse(bad).ok());
  }
  REQUIRE(
      VersionPattern::parse("2.*").error().message() ==
      R"(invalid version pattern "2.*": expected a version such as 2.17.0, or 2.15.* for all its patch releases)");
}

TEST_CASE("a pattern covers another when it matches all that the other matches") {
  const auto covers = [](const char* a, const char* b) {
    return VersionPattern::parse(a).value().covers(VersionPattern::parse(b).value());
  };
  REQUIRE(covers("2.15.*", "2.15.*"));
  REQUIRE(covers("2.15.*", "2.15.3"));
  REQUIRE(covers("2.15.3", "2.15.3"));
  REQUIRE_FALSE(covers("2.15.3", "2.15.*"));
  REQUIRE_FALSE(covers("2.15.*", "2.16.*"));
  REQUIRE_FALSE(covers("2.15.*", "2.15.0rc1"));
}

}  // namespace nodefit::tests
