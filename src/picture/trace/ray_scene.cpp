#include "picture/trace/ray_scene.h"

#include <algorithm>

#ifdef SPINDRIFT_HAS_EMBREE
#if SPINDRIFT_HAS_EMBREE >= 4
#include <embree4/rtcore.h>
#else
#include <embree3/rtcore.h>
#endif
#endif

namespace spindrift {

#ifdef SPINDRIFT_HAS_EMBREE

struct RayScene::Content {
  RTCDevice device = rtcNewDevice(nullptr);
  RTCScene scene = rtcNewScene(device);
  std::vector<RayMesh> meshes;

  ~Content() {
    rtcReleaseScene(scene);
    rtcReleaseDevice(device);
  }
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
  RTCGeometry geometry = rtcNewGeometry(content_->device, RTC_GEOMETRY_TYPE_TRIANGLE);
  void* vertices = rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, sizeof(Vec3f),
                                           mesh.vertices.size());
  std::copy(mesh.vertices.begin(), mesh.vertices.end(), static_cast<Vec3f*>(vertices));
  void* triangles = rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3,
                                            3 * sizeof(std::uint32_t), mesh.triangles.size());
  std::copy(mesh.triangles.begin(), mesh.triangles.end(), static_cast<std::array<std::uint32_t, 3>*>(triangles));
  rtcCommitGeometry(geometry);
  const int number = static_cast<int>(content_->meshes.size());
  rtcAttachGeometryByID(content_->scene, geometry, static_cast<unsigned>(number));
  rtcReleaseGeometry(geometry);
  content_->meshes.push_back(std::move(mesh));
  return number;
}

void RayScene::commit() {
  rtcSetSceneFlags(content_->scene, RTC_SCENE_FLAG_ROBUST);
  rtcCommitScene(content_->scene);
}

RayHit RayScene::first_hit(const Vec3f& origin, const Vec3f& direction, float least, float most) const {
  RTCRayHit ray{};
  ray.ray.org_x = origin[0], ray.ray.org_y = origin[1], ray.ray.org_z = origin[2];
  ray.ray.dir_x = direction[0], ray.ray.dir_y = direction[1], ray.ray.dir_z = direction[2];
  ray.ray.tnear = least, ray.ray.tfar = most;
  ray.ray.mask = ~0u;
  ray.hit.geomID = RTC_INVALID_GEOMETRY_ID;
  trace(content_->scene, ray);
  RayHit hit;
  if (ray.hit.geomID == RTC_INVALID_GEOMETRY_ID) return hit;
  hit.mesh = static_cast<int>(ray.hit.geomID);
  hit.distance = ray.ray.tfar;
  hit.normal = normalized(Vec3f{{ray.hit.Ng_x, ray.hit.Ng_y, ray.hit.Ng_z}});
  hit.smooth_normal = hit.normal;
  const RayMesh& mesh = content_->meshes[ray.hit.geomID];
  if (mesh.normals.empty() || mesh.is_flat[ray.hit.primID]) return hit;
  const auto& corner = mesh.triangles[ray.hit.primID];
  const float u = ray.hit.u, v = ray.hit.v;
  hit.smooth_normal =
      normalized(mesh.normals[corner[0]] * (1.0f - u - v) + mesh.normals[corner[1]] * u + mesh.normals[corner[2]] * v);
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
