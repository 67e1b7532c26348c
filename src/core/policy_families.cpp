#include <algorithm>
#include <array>
#include <iterator>

#include "did_you_mean.h"
#include "nodefit/reference.h"
#include "nodefit/validation.h"
#include "policy_check.h"

namespace nodefit {

namespace {

constexpr std::string_view kDefaultPlatform = "linux/amd64";

constexpr std::array<std::string_view, 2> kSystems = {"linux", "windows"};

// Go's names of architectures, which image indexes and the node label kubernetes.io/arch use.
constexpr std::array<std::string_view, 9> kArchitectures = {
    "amd64", "arm64", "arm", "386", "ppc64le", "s390x", "riscv64", "loong64", "mips64le"};

struct Alias {
  std::string_view written;
  std::string_view meant;
};

// What `uname -m` and others call them.
constexpr std::array<Alias, 7> kAliases = {{{"x86_64", "amd64"},
                                            {"x86-64", "amd64"},
                                            {"x64", "amd64"},
                                            {"aarch64", "arm64"},
                                            {"arm64v8", "arm64"},
                                            {"i386", "386"},
                                            {"i686", "386"}}};

template <std::size_t size>
bool contains(const std::array<std::string_view, size>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

std::string suggest_platform(std::string_view text) {
  const std::size_t slash = text.find('/');
  const bool has_system = slash != std::string_view::npos;
  const std::string_view system = has_system ? text.substr(0, slash) : "linux";
  const std::string_view rest = has_system ? text.substr(slash + 1) : text;
  const std::string_view word = rest.substr(0, rest.find('/'));
  const auto* const alias = std::find_if(kAliases.begin(), kAliases.end(),
                                         [&](const Alias& a) { return a.written == word; });
  const std::string_view architecture =
      alias != kAliases.end() ? alias->meant : find_nearest(word, kArchitectures);
  const std::string_view known_system = find_nearest(system, kSystems);
  if (architecture.empty() || known_system.empty()) return "";
  return "; did you mean " + quoted(std::string(known_system).append("/").append(architecture)) +
         "?";
}

// "os/architecture" of "os/architecture[/variant]"; empty where it isn't that.
std::string_view without_variant(std::string_view platform) {
  const std::size_t slash = platform.find('/');
  if (slash == std::string_view::npos || !contains(kSystems, platform.substr(0, slash))) return {};
  const std::size_t end = std::min(platform.find('/', slash + 1), platform.size());
  if (!contains(kArchitectures, platform.substr(slash + 1, end - slash - 1))) return {};
  const std::string_view variant = platform.substr(end);
  const bool well_formed = variant.size() != 1 && variant.find('/', 1) == std::string_view::npos;
  return well_formed ? platform.substr(0, end) : std::string_view();
}

// Normalized; empty where it is no repository.
std::string check_repository(const std::string& path, const std::string& text,
                             ProblemList& problems) {
  const Result<ImageReference> reference = ImageReference::parse(text);
  if (!reference.ok()) {
    problems.error(path, reference.error().message());
    return {};
  }
  if (!reference->tag().empty() || !reference->digest().empty()) {
    problems.error(path, "expected a repository without tag or digest, found " + quoted(text));
    return {};
  }
  return reference->repository();
}

std::string_view why_env_is_refused(std::string_view name) {
  if (name == "NVIDIA_VISIBLE_DEVICES" || name == "CUDA_VISIBLE_DEVICES") {
    return "it would change which of the node's GPUs a container sees";
  }
  if (name.starts_with("LD_")) return "it would change which libraries users' programs load";
  if (name == "PATH") return "it would replace the one that the image brings";
  return {};
}

// Errors about one variable.
void check_variable(const std::string& path, const std::string& name, const std::string& value,
                    ProblemList& problems) {
  if (!problems.expect(path, validate_env_name(name))) return;
  if (const std::string_view why = why_env_is_refused(name); !why.empty()) {
    problems.error(path, "a policy can't set " + name + ": " + std::string(why));
    return;
  }
  if (!validate_qualified_name("nodefit.dev/env." + name).ok()) {
    problems.error(path, "invalid environment variable name " + quoted(name) +
                             ": expected at most 59 characters, ending with a letter or digit, as "
                             "it becomes part of an annotation's key under placement follow");
    return;
  }
  if (value.find('\0') != std::string::npos) problems.error(path, "expected no NUL in the value");
  if (name == "TF_FORCE_GPU_ALLOW_GROWTH" && value != "true" && value != "false") {
    problems.error(path, "expected \"true\" or \"false\", found " + quoted(value) +
                             ": TensorFlow ignores every other spelling");
  }
  if (name == "TF_CPP_MIN_LOG_LEVEL" && (value.size() != 1 || value < "0" || value > "3")) {
    problems.error(path, "expected \"0\", \"1\", \"2\" or \"3\", found " + quoted(value));
  }
}

class FamilyChecker {
 public:
  explicit FamilyChecker(ProblemList& problems) : problems_(problems) {}

  CheckedFamilies check(const std::vector<FamilySpec>& specs) {
    const std::size_t errors_before = problems_.error_count();
    if (specs.empty()) problems_.error("families", "expected at least one family, found none");
    if (!check_count("families", specs.size(), kEntriesMax, problems_)) return {};
    for (std::size_t i = 0; i < specs.size(); ++i) {
      checked_.families.push_back(check_family(i, specs[i]));
    }
    checked_.sound = problems_.error_count() == errors_before;
    for (const Repository& repository : repositories_) {
      checked_.repositories.emplace_back(repository.name, repository.family);
    }
    return std::move(checked_);
  }

 private:
  struct Repository {
    std::string name;  // normalized
    std::size_t family;
    std::string path;
  };

  Family check_family(std::size_t index, const FamilySpec& spec) {
    const std::string path = at_index("families", index);
    Family family;
    family.name = spec.name;
    check_name(at_key(path, "name"), spec.name);
    family.repositories = check_repositories(index, spec.repositories);
    family.platforms = spec.platforms
                           ? check_platforms(at_key(path, "platforms"), *spec.platforms, problems_)
                           : std::vector{std::string(kDefaultPlatform)};
    if (spec.latest) {
      const Result<Version> version = Version::parse(*spec.latest);
      if (version.ok()) {
        family.latest = *version;
        family.latest_text = *spec.latest;
      } else {
        problems_.error(at_key(path, "latest"), version.error().message());
      }
    }
    family.env = check_env(at_key(path, "env"), spec.env, problems_);
    return family;
  }

  void check_name(const std::string& path, const std::string& name) {
    if (!problems_.expect(path, validate_dns_label(name))) return;
    const auto same = std::find_if(checked_.families.begin(), checked_.families.end(),
                                   [&](const Family& family) { return family.name == name; });
    if (same == checked_.families.end()) return;
    const auto index = static_cast<std::size_t>(same - checked_.families.begin());
    problems_.error(path, quoted(name) + " is already the name of " + at_index("families", index));
  }

  std::vector<std::string> check_repositories(std::size_t index,
                                              const std::vector<std::string>& written) {
    const std::string path = at_key(at_index("families", index), "repositories");
    if (written.empty()) problems_.error(path, "expected at least one repository, found none");
    if (!check_count(path, written.size(), kEntriesMax, problems_)) return {};
    std::vector<std::string> normalized;
    for (std::size_t i = 0; i < written.size(); ++i) {
      std::string at = at_index(path, i);
      std::string name = check_repository(at, written[i], problems_);
      if (name.empty()) continue;
      const auto place = std::lower_bound(
          repositories_.begin(), repositories_.end(), name,
          [](const Repository& repository, const std::string& n) { return repository.name < n; });
      if (place != repositories_.end() && place->name == name) {
        problems_.error(at, quoted(written[i]) + " is already listed at " + place->path);
        continue;
      }
      repositories_.insert(place, {name, index, std::move(at)});
      normalized.push_back(std::move(name));
    }
    std::sort(normalized.begin(), normalized.end());
    return normalized;
  }

  ProblemList& problems_;
  CheckedFamilies checked_;
  std::vector<Repository> repositories_;  // of all families so far, sorted by name
};

}  // namespace

std::optional<std::size_t> find_repository(const RepositoryIndex& index,
                                           std::string_view repository) {
  const auto at = std::lower_bound(
      index.begin(), index.end(), repository,
      [](const RepositoryIndex::value_type& entry, std::string_view r) { return entry.first < r; });
  if (at == index.end() || at->first != repository) return std::nullopt;
  return at->second;
}

CheckedFamilies check_families(const std::vector<FamilySpec>& specs, ProblemList& problems) {
  return FamilyChecker(problems).check(specs);
}

std::vector<std::string> check_multi_arch(const std::vector<std::string>& multi_arch,
                                          const CheckedFamilies& families, ProblemList& problems) {
  if (!check_count("multiArch", multi_arch.size(), kEntriesMax, problems)) return {};
  std::vector<std::string> sorted;
  for (std::size_t i = 0; i < multi_arch.size(); ++i) {
    const std::string path = at_index("multiArch", i);
    std::string name = check_repository(path, multi_arch[i], problems);
    if (name.empty()) continue;
    if (const std::optional<std::size_t> family = find_repository(families.repositories, name)) {
      problems.error(path, quoted(multi_arch[i]) + " belongs to " + at_index("families", *family) +
                               ": expected its platforms to be listed there");
      continue;
    }
    const auto place = std::lower_bound(sorted.begin(), sorted.end(), name);
    if (place != sorted.end() && *place == name) {
      problems.error(path, quoted(multi_arch[i]) + " is listed twice");
      continue;
    }
    sorted.insert(place, std::move(name));
  }
  return sorted;
}

Env check_env(const std::string& path, const Env& env, ProblemList& problems) {
  if (!check_count(path, env.size(), kEntriesMax, problems)) return {};
  Env sorted = env;
  std::sort(sorted.begin(), sorted.end());
  for (const auto& [name, value] : env) {
    check_variable(at_key(path, name), name, value, problems);
  }
  for (std::size_t i = 1; i < sorted.size(); ++i) {
    const std::string& name = sorted[i].first;
    if (sorted[i - 1].first == name) problems.error(at_key(path, name), "is set twice");
  }
  return sorted;
}

std::vector<std::string> check_platforms(const std::string& path,
                                         const std::vector<std::string>& platforms,
                                         ProblemList& problems) {
  if (platforms.empty()) problems.error(path, "expected at least one platform, found none");
  if (!check_count(path, platforms.size(), kEntriesMax, problems)) return {};
  std::vector<std::string> sorted;
  for (std::size_t i = 0; i < platforms.size(); ++i) {
    const std::string_view platform = without_variant(platforms[i]);
    if (platform.empty()) {
      problems.error(at_index(path, i), "expected a platform such as linux/amd64, found " +
                                            quoted(platforms[i]) + suggest_platform(platforms[i]));
    } else {
      sorted.emplace_back(platform);
    }
  }
  std::sort(sorted.begin(), sorted.end());
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  return sorted;
}

}  // namespace nodefit
