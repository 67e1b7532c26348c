// Nodes and Namespaces as kubectl prints them: one object, a List of any kinds, a NodeList.
//
// Sources: core/v1 Node, Namespace; meta/v1 List.
//
// Thread-safety: a pure function.

#pragma once

#include <string>
#include <utility>
#include <vector>

#include "codec/json_document.h"
#include "nodefit/catalogue.h"
#include "nodefit/labels.h"

namespace nodefit {

struct ClusterObjects {
  std::vector<NodeSpec> nodes;
  std::vector<std::pair<std::string, Labels>> namespaces;  // name and labels
  // What couldn't be read, with its place and name: "items[3] (gpu-1): status...: expected ...".
  std::vector<std::string> problems;
};

// Objects of other kinds are passed over. Items of a typed list have no kind of their own: the
// list's counts.
ClusterObjects read_cluster_objects(const JsonValue& document);

}  // namespace nodefit
