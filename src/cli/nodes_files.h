// Nodes and namespaces as kubectl prints them, read from files.

#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "codec/json_document.h"
#include "nodefit/catalogue.h"
#include "nodefit/labels.h"

namespace nodefit::cli {

// What a document holds of a cluster; objects of other kinds are passed over.
struct ClusterObjects {
  std::vector<NodeSpec> nodes;
  std::map<std::string, Labels> namespaces;  // labels by name
  std::vector<std::string> problems;         // "items[3] (gpu-1): status.capacity.cpu: ..."
};
ClusterObjects read_cluster_objects(const JsonValue& document);

struct ClusterFiles {
  std::shared_ptr<const Catalogue> catalogue;
  std::map<std::string, Labels> namespaces;  // labels by name
  std::vector<std::string> problems;         // "nodes.json:1: items[3]: ..."
};

// All Nodes and Namespaces in these files and folders (inputs.h), in Lists or each for itself;
// objects of other kinds are passed over. Of two nodes of one name the later counts. It is a
// problem where there is no node at all.
ClusterFiles read_cluster_files(const std::vector<std::string>& paths);

}  // namespace nodefit::cli
