#include "picture/ray_scene.h"

#include <algorithm>

#ifdef SPINDRIFT_HAS_EMBREE
#include <fmt/format.h>

#include <memory>
#include <new>
#include <stdexcept>
#include <type_traits>

#if SPINDRIFT_HAS_EMBREE >= 4
#include <embree4/rtcore.h>
#else
#include <embree3/rtcore.h>
#endif
#endif

namespace spindrift {

#ifdef SPINDRIFT_HAS_EMBREE

namespace {

// Embree keeps an error code.
void throw_if_failed(RTCDevice device) {
  const RTCError error = rtcGetDeviceError(device);
  if (error == RTC_ERROR_OUT_OF_MEMORY) throw std::bad_alloc();
  if (error != RTC_ERROR_NONE)
    throw std::runtime_error(fmt::format("Embree failed with its error {}", static_cast<int>(error)));
}

struct Release {
  void operator()(RTCDevice device) const { rtcReleaseDevice(device); }
  void operator()(RTCScene scene) const { rtcReleaseScene(scene); }
  void operator()(RTCGeometry geometry) const { rtcReleaseGeometry(geometry); }
};
template <class Handle>
using Held = std::unique_ptr<std::remove_pointer_t<Handle>, Release>;

template <class Handle>
Held<Handle> held(Handle made, RTCDevice device) {
  Held<Handle> handle(made);
  throw_if_failed(device);
  if (!handle) throw std::bad_alloc();
  return handle;
}

// Copies the values into a buffer of the geometry.
template <class T>
void fill_buffer(RTCDevice device, RTCGeometry geometry, RTCBufferType type, RTCFormat format,
                 const std::vector<T>& values) {
  void* buffer = rtcSetNewGeometryBuffer(geometry, type, 0, format, sizeof(T), values.size());
  throw_if_failed(device);
  std::copy(values.begin(), values.end(), static_cast<T*>(buffer));
}

}  // namespace

struct RayScene::Content {
  Held<RTCDevice> device = held(rtcNewDevice(nullptr), nullptr);
  Held<RTCScene> scene = held(rtcNewScene(device.get()), device.get());
  std::vector<RayMesh> meshes;
};

namespace {

void trace(RTCScene scene, RTCRayHit& ray) {
#if SPINDRIFT_HAS_EMBREE >= 4
  rtcIntersect1(scene, &ray);
#else
  RTCIntersectContext context;
  rtcInitIntersectContext(&context);
  rtcIntersect1(scene, &context, &ray);
#endif
}

}  // namespace

bool can_trace_rays() { return true; }

int RayScene::add(RayMesh mesh) {
  RTCDevice device = content_->device.get();
  const auto geometry = held(rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE), device);
  fill_buffer(device, geometry.get(), RTC_BUFFER_TYPE_VERTEX, RTC_FORMAT_FLOAT3, mesh.vertices);
  fill_buffer(device, geometry.get(), RTC_BUFFER_TYPE_INDEX, RTC_FORMAT_UINT3, mesh.triangles);
  rtcCommitGeometry(geometry.get());
  const int number = static_cast<int>(content_->meshes.size());
  rtcAttachGeometryByID(content_->scene.get(), geometry.get(), static_cast<unsigned>(number));
  throw_if_failed(device);
  content_->meshes.push_back(std::move(mesh));
  return number;
}

void RayScene::commit() {
  rtcSetSceneFlags(content_->scene.get(), RTC_SCENE_FLAG_ROBUST);
  rtcCommitScene(content_->scene.get());
  throw_if_failed(content_->device.get());
}

RayHit RayScene::first_hit(const Vec3f& origin, const Vec3f& direction, float least, float most) const {
  RTCRayHit ray{};
  ray.ray.org_x = origin[0], ray.ray.org_y = origin[1], ray.ray.org_z = origin[2];
  ray.ray.dir_x = direction[0], ray.ray.dir_y = direction[1], ray.ray.dir_z = direction[2];
  ray.ray.tnear = least, ray.ray.tfar = most;
  ray.ray.mask = ~0u;
  ray.hit.geomID = RTC_INVALID_GEOMETRY_ID;
  trace(content_->scene.get(), ray);
  RayHit hit;
  if (ray.hit.geomID == RTC_INVALID_GEOMETRY_ID) return hit;
  hit.mesh = static_cast<int>(ray.hit.geomID);
  hit.distance = ray.ray.tfar;
  hit.normal = normalized(Vec3f{{ray.hit.Ng_x, ray.hit.Ng_y, ray.hit.Ng_z}});
  hit.smooth_normal = hit.normal;
  const Vec3f point = origin + direction * hit.distance;
  hit.smooth_point = point;
  const RayMesh& mesh = content_->meshes[ray.hit.geomID];
  const auto& corners = mesh.triangles[ray.hit.primID];
  const float shares[] = {1.0f - ray.hit.u - ray.hit.v, ray.hit.u, ray.hit.v};
  for (std::size_t k = 0; k < 3 && !mesh.tints.empty(); ++k) {
    hit.tint.absorption += mesh.tints[corners[k]].absorption * shares[k];
    hit.tint.body += mesh.tints[corners[k]].body * shares[k];
  }
  if (mesh.normals.empty() || mesh.is_flat[ray.hit.primID]) return hit;
  Vec3f normal{};
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec3f& of_corner = mesh.normals[corners[k]];
    normal += of_corner * shares[k];
    // Projects the point onto the corner's tangent plane if it is below it [Hanika2021].
    const float below = std::min(0.0f, dot(point - mesh.vertices[corners[k]], of_corner));
    hit.smooth_point = hit.smooth_point - of_corner * (shares[k] * below);
  }
  hit.smooth_normal = mesh.normal_at ? mesh.normal_at(point) : normalized(normal);
  return hit;
}

#else

struct RayScene::Content {};

bool can_trace_rays() { return false; }
int RayScene::add(RayMesh) { return 0; }
void RayScene::commit() {}
RayHit RayScene::first_hit(const Vec3f&, const Vec3f&, float, float) const { return {}; }

#endif

RayScene::RayScene() : content_(std::make_unique<Content>()) {}
RayScene::~RayScene() = default;
RayScene::RayScene(RayScene&&) noexcept = default;

}  // namespace spindrift
