#include "nodefit/image_template.h"

#include <catch2/catch.hpp>
#include <string>

namespace nodefit::tests {

TEST_CASE("templates put an image together") {
  struct Case {
    const char* name;
    const char* text;
    bool jupyter;
    const char* digest;
    std::string want;
  };
  const std::string digest = "sha256:" + std::string(64, 'd');
  const Case cases[] = {
      {"a version", "registry.example.com/tf:{version}-avx512", false, "",
       "registry.example.com/tf:2.15.0-avx512"},
      {"a variant", "r.example/tf:{version}{jupyter}", true, "", "r.example/tf:2.15.0-jupyter"},
      {"no variant", "r.example/tf:{version}{jupyter}", false, "", "r.example/tf:2.15.0"},
      {"the submitted tag", "r.example/tf:{tag}-x", false, "", "r.example/tf:2.15.0-gpu-x"},
      {"the submitted repository", "{repository}:{version}-x", false, "",
       "docker.io/tensorflow/tensorflow:2.15.0-x"},
      {"a mirror", "mirror.example/{repository}:{tag}", false, "",
       "mirror.example/docker.io/tensorflow/tensorflow:2.15.0-gpu"},
      {"nothing to fill in", "r.example/tf:fixed", false, "", "r.example/tf:fixed"},
      {"a digest goes last", "r.example/tf:{version}-x", false, digest.c_str(),
       "r.example/tf:2.15.0-x@" + digest},
  };
  for (const Case& c : cases) {
    DYNAMIC_SECTION(c.name) {
      const ImageTemplate parsed = ImageTemplate::parse(c.text).value();
      const Result<ImageReference> image = parsed.expand(
          {"docker.io/tensorflow/tensorflow", "2.15.0-gpu", "2.15.0", c.jupyter, c.digest});
      REQUIRE(image.value().text() == c.want);
      REQUIRE(parsed.text() == c.text);
    }
  }
}

TEST_CASE("a template knows which variables it uses") {
  const ImageTemplate parsed = ImageTemplate::parse("r.example/tf:{version}{jupyter}").value();
  REQUIRE(parsed.uses(TemplateVariable::kVersion));
  REQUIRE(parsed.uses(TemplateVariable::kJupyter));
  REQUIRE_FALSE(parsed.uses(TemplateVariable::kTag));
  REQUIRE_FALSE(parsed.uses(TemplateVariable::kRepository));
}

TEST_CASE("a wrong template is answered with what was expected") {
  const auto message = [](const char* text) {
    return ImageTemplate::parse(text).error().message();
  };
  REQUIRE(
      message("tf:{versoin}") ==
      R"(unknown variable "versoin" in image template "tf:{versoin}": expected {repository}, {tag}, {version} or )"
      R"({jupyter})");
  for (const char* text :
       {"tf:{version", "tf:version}", "tf:{{version}}", "tf:{ver{sion}}", "{", "}"}) {
    CAPTURE(text);
    REQUIRE(message(text) == "invalid image template " + quoted(text) +
                                 ": expected every { to be closed by a } before the next {");
  }
  REQUIRE_FALSE(ImageTemplate::parse("tf:{}").ok());
  REQUIRE_FALSE(ImageTemplate::parse("tf:{Version}").ok());
}

TEST_CASE("a template whose outcome is no image reference says so") {
  const Result<ImageReference> image =
      ImageTemplate::parse("r.example/TF:{version}").value().expand({"", "", "2.15.0", false, ""});
  REQUIRE(
      image.error().message() ==
      R"(image template "r.example/TF:{version}": invalid image reference "r.example/TF:2.15.0": expected a )"
      R"(repository in lower case)");
}

}  // namespace nodefit::tests
