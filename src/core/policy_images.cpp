#include <algorithm>
#include <set>

#include "did_you_mean.h"
#include "nodefit/reference.h"
#include "policy_check.h"

namespace nodefit {

namespace {

// What stands for every version where a policy doesn't list them.
constexpr std::string_view kSampleVersion = "2.15.0";

std::string major_minor(const Version& version) {
  return std::to_string(version.major) + "." + std::to_string(version.minor);
}

std::string spell(const Version& version) {
  std::string text = major_minor(version);
  if (version.patch) text += "." + std::to_string(*version.patch);
  if (version.release_candidate) text += "rc" + std::to_string(*version.release_candidate);
  return text;
}

// One version that a rule stands for, and what becomes of it.
struct Sample {
  std::string version;
  std::string digest;  // empty: none
};

class ImageChecker {
 public:
  ImageChecker(std::string path, const ProfileImageSpec& spec, const CheckedFamilies& families,
               std::optional<std::size_t> family, ProblemList& problems)
      : path_(std::move(path)),
        spec_(spec),
        families_(families),
        family_(family),
        problems_(problems) {}

  std::optional<ProfileImage> check() {
    std::optional<std::vector<VersionRule>> rules;
    if (spec_.versions) rules = check_versions(*spec_.versions);
    std::optional<std::vector<std::string>> platforms;
    if (spec_.platforms) {
      platforms = check_platforms(at_key(path_, "platforms"), *spec_.platforms, problems_);
    }
    Result<ImageTemplate> parsed = ImageTemplate::parse(spec_.image);
    if (!parsed.ok()) {
      refuse(parsed.error().message());
      return std::nullopt;
    }
    if (check_targets(*parsed)) check_one_version(*parsed);
    if (!family_) return std::nullopt;
    return ProfileImage{*family_, *std::move(parsed), std::move(rules), spec_.cuda,
                        std::move(platforms)};
  }

 private:
  static bool changes_with_version(const ImageTemplate& image) {
    return image.uses(TemplateVariable::kVersion) || image.uses(TemplateVariable::kTag);
  }

  void refuse(std::string message) { problems_.error(at_key(path_, "image"), std::move(message)); }

  std::vector<VersionRule> check_versions(const std::vector<VersionRuleSpec>& specs) {
    const std::string path = at_key(path_, "versions");
    if (specs.empty()) {
      problems_.error(path,
                      "expected at least one version, found none; left out, every version "
                      "exists");
    }
    if (!check_count(path, specs.size(), kEntriesMax, problems_)) return {};
    std::vector<VersionRule> rules;
    for (std::size_t i = 0; i < specs.size(); ++i) {
      std::optional<VersionRule> rule = check_rule(at_index(path, i), specs[i]);
      if (!rule) continue;
      const auto same = std::find_if(rules.begin(), rules.end(), [&](const VersionRule& other) {
        return other.pattern == rule->pattern;
      });
      if (same != rules.end()) {
        problems_.error(at_index(path, i), quoted(specs[i].pattern) + " is listed twice");
        continue;
      }
      rules.push_back(*std::move(rule));
    }
    std::sort(rules.begin(), rules.end(), [](const VersionRule& a, const VersionRule& b) {
      const bool a_is_pattern = a.text.ends_with('*');
      const bool b_is_pattern = b.text.ends_with('*');
      return a_is_pattern != b_is_pattern ? b_is_pattern : a.text < b.text;
    });
    return rules;
  }

  std::optional<VersionRule> check_rule(const std::string& path, const VersionRuleSpec& spec) {
    const Result<VersionPattern> pattern = VersionPattern::parse(spec.pattern);
    if (!pattern.ok()) {
      problems_.error(path, pattern.error().message());
      return std::nullopt;
    }
    const Result<Version> single = Version::parse(spec.pattern);
    VersionRule rule{*pattern, "", "", single.ok() ? spell(*single) : spec.pattern};
    majors_minors_.insert(major_minor(pattern->major_minor()));
    if (spec.target && !read_target(path, *spec.target, rule)) return std::nullopt;
    add_samples(spec, *pattern, rule);
    return rule;
  }

  // Two where the rule leaves several versions as they are: one image can't read back as both.
  void add_samples(const VersionRuleSpec& spec, const VersionPattern& pattern,
                   const VersionRule& rule) {
    if (!rule.target.empty()) {
      samples_.push_back({rule.target, rule.digest});
    } else if (rule.text.ends_with('*')) {
      samples_.push_back({major_minor(pattern.major_minor()) + ".0", ""});
      samples_.push_back({major_minor(pattern.major_minor()) + ".1", ""});
    } else {
      samples_.push_back({spec.pattern, ""});
    }
  }

  // "2.17.0" or "2.17.0@sha256:..." into the rule.
  bool read_target(const std::string& path, const std::string& target, VersionRule& rule) {
    const std::size_t at = std::min(target.find('@'), target.size());
    rule.target = target.substr(0, at);
    if (at < target.size()) rule.digest = target.substr(at + 1);
    const Result<Version> version = Version::parse(rule.target);
    if (!version.ok()) {
      problems_.error(path, version.error().message());
      return false;
    }
    if (at < target.size() && !is_image_digest(rule.digest)) {
      problems_.error(path, "invalid digest " + quoted(rule.digest) +
                                ": expected sha256: and 64 lower-case hexadecimal digits");
      return false;
    }
    const Version wanted = rule.pattern.major_minor();
    if (version->major == wanted.major && version->minor == wanted.minor) return true;
    problems_.error(path, "expected a version " + major_minor(wanted) + ".N for " +
                              quoted(rule.text) + ", found " + quoted(rule.target) +
                              ": TensorFlow's major and minor version never change");
    return false;
  }

  // An image that is the same for every version may stand for one major.minor alone.
  void check_one_version(const ImageTemplate& image) {
    if (changes_with_version(image)) return;
    if (!spec_.versions) {
      refuse("expected {version} or {tag} in " + quoted(spec_.image) +
             ", or versions beside it: this one image would stand for every TensorFlow version");
    } else if (majors_minors_.size() > 1) {
      refuse("expected {version} or {tag} in " + quoted(spec_.image) +
             ": this one image would stand for TensorFlow " + *majors_minors_.begin() + " and " +
             *std::next(majors_minors_.begin()));
    }
  }

  // Stops at the first error, which versions and repositories mostly share; whether there was none.
  bool check_targets(const ImageTemplate& image) {
    const bool jupyter =
        image.uses(TemplateVariable::kJupyter) || image.uses(TemplateVariable::kTag);
    const std::string repository = first_repository();
    if (samples_.empty()) samples_.push_back({std::string(kSampleVersion), ""});
    for (const Sample& sample : samples_) {
      if (!check_target(image, repository, sample, false)) return false;
      // A digest names one build, so the other variant goes without.
      if (jupyter && !check_target(image, repository, {sample.version, ""}, true)) return false;
    }
    if (!family_ || !image.uses(TemplateVariable::kRepository)) return true;
    const std::vector<std::string>& repositories = families_.families[*family_].repositories;
    return std::all_of(repositories.begin(), repositories.end(), [&](const std::string& other) {
      return check_target(image, other, samples_.front(), false);
    });
  }

  std::string first_repository() const {
    if (family_ && !families_.families[*family_].repositories.empty()) {
      return families_.families[*family_].repositories.front();
    }
    return "docker.io/tensorflow/tensorflow";
  }

  bool check_target(const ImageTemplate& image, const std::string& repository, const Sample& sample,
                    bool jupyter) {
    const std::string tag = sample.version + (jupyter ? "-jupyter" : "");
    const Result<ImageReference> target =
        image.expand({repository, tag, sample.version, jupyter, sample.digest});
    if (!target.ok()) {
      refuse(target.error().message());
      return false;
    }
    if (target->tag() == "latest") {
      refuse("expected a tag other than latest, which is another image every time, found " +
             quoted(spec_.image));
      return false;
    }
    if (target->tag().empty() && target->digest().empty()) {
      refuse("expected a tag behind the repository, such as " + quoted(spec_.image + ":{version}") +
             ", found " + quoted(spec_.image));
      return false;
    }
    return check_reads_back(*target, sample, jupyter);
  }

  bool check_reads_back(const ImageReference& target, const Sample& sample, bool jupyter) {
    if (target.tag().empty()) return true;  // by digest: never replaced
    const std::optional<std::size_t> owner =
        find_repository(families_.repositories, target.repository());
    const Result<ImageTag> tag = ImageTag::parse(target.tag());
    const Version version = Version::parse(sample.version).value();
    if (!owner) {
      warn_of_other_version(tag, version);
      return true;
    }
    if (tag.ok() && tag->version() == version && tag->jupyter() == jupyter) return true;
    refuse(quoted(target.text()) + " is in a repository of family " +
           quoted(families_.families[*owner].name) + ": expected a tag that reads as version " +
           sample.version + (jupyter ? " with jupyter" : " without jupyter"));
    return false;
  }

  void warn_of_other_version(const Result<ImageTag>& tag, const Version& version) {
    if (!tag.ok() || tag->is_latest() || warned_) return;
    const Version& found = *tag->version();
    if (found.major == version.major && found.minor == version.minor) return;
    warned_ = true;
    problems_.warn(at_key(path_, "image"), quoted(spec_.image) + " looks like TensorFlow " +
                                               major_minor(found) + ", but stands for " +
                                               major_minor(version));
  }

  std::string path_;
  const ProfileImageSpec& spec_;
  const CheckedFamilies& families_;
  std::optional<std::size_t> family_;
  ProblemList& problems_;
  std::vector<Sample> samples_;
  std::set<std::string> majors_minors_;
  bool warned_ = false;
};

std::vector<std::string_view> names_of(const std::vector<Family>& families) {
  std::vector<std::string_view> names;
  names.reserve(families.size());
  for (const Family& family : families) names.emplace_back(family.name);
  return names;
}

}  // namespace

std::vector<ProfileImage> check_images(const std::string& path,
                                       const std::vector<ProfileImageSpec>& specs,
                                       const CheckedFamilies& families, ProblemList& problems) {
  if (specs.empty()) problems.error(path, "expected an image for at least one family, found none");
  if (!check_count(path, specs.size(), kEntriesMax, problems)) return {};
  const std::vector<std::string_view> names = names_of(families.families);
  std::vector<ProfileImage> images;
  std::set<std::string_view> seen;
  for (const ProfileImageSpec& spec : specs) {
    const std::string at = at_key(path, spec.family);
    const auto named = std::find(names.begin(), names.end(), spec.family);
    std::optional<std::size_t> family;
    if (named != names.end()) {
      family = static_cast<std::size_t>(named - names.begin());
    } else if (families.sound) {
      problems.error(
          at, "no family has the name " + quoted(spec.family) + did_you_mean(spec.family, names));
    }
    if (!seen.insert(spec.family).second) problems.error(at, "is listed twice");
    std::optional<ProfileImage> image = ImageChecker(at, spec, families, family, problems).check();
    if (image) images.push_back(*std::move(image));
  }
  std::sort(images.begin(), images.end(), [&](const ProfileImage& a, const ProfileImage& b) {
    return names[a.family] < names[b.family];
  });
  return images;
}

}  // namespace nodefit
