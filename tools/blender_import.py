"""Opens a run in Blender as an animation: surface meshes of a liquid, or OpenVDB volumes of smoke.

    blender --python tools/blender_import.py -- RUNDIR
    blender --background --python tools/blender_import.py -- RUNDIR --save film.blend
    blender --background --python tools/blender_import.py -- RUNDIR --render 30 picture.png

The run needs surface/*.ply (surface.write = "ply") or volumes/*.vdb (output.volumes = ["vdb"]). A material, solids that
stand still, a floor, light and a camera come along. Every frame is read when the timeline reaches it, so a long run needs no
more memory than one frame; a saved .blend keeps this script inside and goes on reading from the run's folder (Blender asks
whether to allow that). Made for Blender 3.4.
"""
import glob
import json
import math
import os
import re
import sys

import bpy
import numpy
from mathutils import Vector

PLY_TYPES = {"float": "<f4", "uchar": "u1", "int": "<i4", "uint": "<u4"}


def read_surface(path):
    """Vertices as a table with named columns, and triangles, of a mesh that Spindrift has written."""
    data = open(path, "rb").read()
    start = data.index(b"end_header\n") + len(b"end_header\n")
    header = data[:start].decode()
    vertices = int(re.search(r"element vertex (\d+)", header).group(1))
    faces = int(re.search(r"element face (\d+)", header).group(1))
    columns = [(name, PLY_TYPES[kind]) for kind, name in re.findall(r"property (\w+) (\w+)\n", header)]
    table = numpy.frombuffer(data, numpy.dtype(columns), vertices, start)
    face = numpy.dtype([("count", "u1"), ("corners", "<i4", 3)])
    triangles = numpy.frombuffer(data, face, faces, start + table.nbytes)["corners"]
    return table, triangles


def vectors(table, names):
    return numpy.stack([table[name] for name in names], axis=1).astype(numpy.float32).ravel()


def make_mesh(path):
    table, triangles = read_surface(path)
    mesh = bpy.data.meshes.new("water")
    mesh.vertices.add(len(table))
    mesh.vertices.foreach_set("co", vectors(table, "xyz"))
    mesh.loops.add(3 * len(triangles))
    mesh.loops.foreach_set("vertex_index", triangles.ravel())
    mesh.polygons.add(len(triangles))
    mesh.polygons.foreach_set("loop_start", numpy.arange(0, 3 * len(triangles), 3, dtype=numpy.int32))
    mesh.polygons.foreach_set("loop_total", numpy.full(len(triangles), 3, numpy.int32))
    mesh.polygons.foreach_set("use_smooth", numpy.ones(len(triangles), bool))
    if "vx" in table.dtype.names:
        mesh.attributes.new("velocity", "FLOAT_VECTOR", "POINT").data.foreach_set(
            "vector", vectors(table, ("vx", "vy", "vz")))
    mesh.update()
    return mesh


def files_of(run):
    """Frame number to file, and whether they are volumes."""
    for pattern, is_volume in (("surface/frame_*.ply", False), ("volumes/frame_*.vdb", True)):
        files = {int(re.search(r"(\d+)\.\w+$", name).group(1)): name for name in glob.glob(os.path.join(run, pattern))}
        if files:
            return dict(sorted(files.items())), is_volume
    sys.exit(f"{run} holds neither surface/*.ply nor volumes/*.vdb; run the scene again with surface.write = \"ply\" "
             "(a liquid) or output.volumes = [\"vdb\"] (smoke)")


def show_frame(scene, *ignored):
    """Gives the object the file of the present frame, or of the last one before it."""
    fluid = bpy.data.objects.get("fluid")
    if fluid is None or "spindrift_run" not in scene:
        return
    files, is_volume = files_of(scene["spindrift_run"])
    frame = max((f for f in files if f <= scene.frame_current), default=min(files))
    if is_volume:
        fluid.data.filepath = files[frame]
        return
    old = fluid.data
    fluid.data = make_mesh(files[frame])
    fluid.data.materials.append(bpy.data.materials.get("water"))
    if old.users == 0:
        bpy.data.meshes.remove(old)


def set_input(node, name, value):
    """Names of a shader's inputs differ between versions of Blender."""
    if name in node.inputs:
        node.inputs[name].default_value = value


def water_material(size):
    material = bpy.data.materials.new("water")
    material.use_nodes = True
    nodes, links = material.node_tree.nodes, material.node_tree.links
    surface = nodes["Principled BSDF"]
    for name, value in (("Base Color", (1, 1, 1, 1)), ("Roughness", 0.0), ("IOR", 1.333), ("Transmission", 1.0),
                        ("Transmission Weight", 1.0)):
        set_input(surface, name, value)
    tint = nodes.new("ShaderNodeVolumeAbsorption")
    tint.inputs["Color"].default_value = (0.25, 0.72, 0.9, 1.0)
    tint.inputs["Density"].default_value = 2.5 / max(size)
    links.new(tint.outputs["Volume"], nodes["Material Output"].inputs["Volume"])
    return material


def smoke_material(size):
    material = bpy.data.materials.new("smoke")
    material.use_nodes = True
    nodes, links = material.node_tree.nodes, material.node_tree.links
    nodes.remove(nodes["Principled BSDF"])
    volume = nodes.new("ShaderNodeVolumePrincipled")
    volume.inputs["Density"].default_value = 40.0 / max(size)  # smoke of density 1 is thick
    volume.inputs["Density Attribute"].default_value = "density"
    volume.inputs["Temperature Attribute"].default_value = "temperature"
    volume.inputs["Temperature"].default_value = 1.0  # times the attribute, which is in kelvin
    volume.inputs["Blackbody Intensity"].default_value = 180.0 / max(size)  # flames are thin
    links.new(volume.outputs["Volume"], nodes["Material Output"].inputs["Volume"])
    return material


def plain_material(name, color):
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    set_input(material.node_tree.nodes["Principled BSDF"], "Base Color", color)
    set_input(material.node_tree.nodes["Principled BSDF"], "Roughness", 0.6)
    return material


def to_blender(point):
    """Spindrift's y points up, Blender's z."""
    return Vector((point[0], -point[2], point[1]))


def add_floor(size):
    bpy.ops.mesh.primitive_plane_add(size=40.0 * max(size), location=to_blender((size[0] / 2, 0.0, size[2] / 2)))
    floor = bpy.context.object
    floor.name = "floor"
    floor.location.z = -0.002 * max(size)  # the water does not share its faces
    material = plain_material("floor", (0.4, 0.4, 0.42, 1.0))
    nodes, links = material.node_tree.nodes, material.node_tree.links
    checker = nodes.new("ShaderNodeTexChecker")
    checker.inputs["Scale"].default_value = 320.0  # squares an eighth of the domain wide
    checker.inputs["Color1"].default_value = (0.34, 0.35, 0.37, 1.0)
    checker.inputs["Color2"].default_value = (0.46, 0.47, 0.49, 1.0)
    links.new(nodes.new("ShaderNodeTexCoord").outputs["UV"], checker.inputs["Vector"])
    links.new(checker.outputs["Color"], nodes["Principled BSDF"].inputs["Base Color"])
    floor.data.materials.append(material)


def add_solids(solids):
    material = plain_material("solid", (0.55, 0.5, 0.45, 1.0))
    for solid in solids:
        is_still = not (solid.get("keyframes") or any(solid.get("velocity", [])) or
                        any(solid.get("angular_velocity_degrees", [])))
        if solid["shape"] == "sphere" and is_still:
            bpy.ops.mesh.primitive_uv_sphere_add(radius=solid["radius"], location=to_blender(solid["center"]),
                                                 segments=96, ring_count=48)
            bpy.ops.object.shade_smooth()
        elif solid["shape"] == "box" and is_still:
            low, high = to_blender(solid["min"]), to_blender(solid["max"])
            bpy.ops.mesh.primitive_cube_add(size=1.0, location=(low + high) / 2)
            bpy.context.object.scale = [abs(a) for a in high - low]
        elif solid["shape"] == "cylinder" and is_still:
            low, high = to_blender(solid["from"]), to_blender(solid["to"])
            bpy.ops.mesh.primitive_cylinder_add(radius=solid["radius"], depth=(high - low).length, vertices=96,
                                                location=(low + high) / 2)
            bpy.context.object.rotation_euler = (high - low).to_track_quat("Z", "Y").to_euler()
        else:
            print(f"left out: a solid of shape {solid['shape']}{'' if is_still else ' that moves'}")
            continue
        bpy.context.object.name = "solid"
        bpy.context.object.data.materials.append(material)


def add_light(brightness):
    bpy.ops.object.light_add(type="SUN", rotation=(math.radians(48), 0.0, math.radians(35)))
    bpy.context.object.data.energy = 2.5 * brightness
    bpy.context.object.data.angle = math.radians(3)
    world = bpy.data.worlds.new("sky")
    world.use_nodes = True
    world.node_tree.nodes["Background"].inputs["Color"].default_value = (0.5, 0.6, 0.72, 1.0)
    world.node_tree.nodes["Background"].inputs["Strength"].default_value = brightness
    bpy.context.scene.world = world


def add_camera(scene, size, render, height):
    """Looks at the middle of the domain, at this share of its height, unless the scene says otherwise."""
    target = to_blender(render.get("target", [0.5 * size[0], height * size[1], 0.5 * size[2]]))
    camera = bpy.data.objects.new("camera", bpy.data.cameras.new("camera"))
    scene.collection.objects.link(camera)
    camera.data.sensor_fit = "VERTICAL"
    camera.data.angle = math.radians(render.get("field_of_view_degrees", 32.0))
    camera.data.clip_start, camera.data.clip_end = 1e-3 * max(size), 100.0 * max(size)
    away = (0.3 + 0.45 * height) * Vector(size).length / math.sin(camera.data.angle / 2)
    camera.location = to_blender(render["eye"]) if "eye" in render else target + Vector(
        (0.62, -0.68, 0.4)).normalized() * away
    camera.rotation_euler = (target - camera.location).to_track_quat("-Z", "Y").to_euler()
    scene.camera = camera


def build(run):
    settings = json.load(open(os.path.join(run, "run.json")))["scene"]
    size, files = settings["domain"]["size"], files_of(run)
    if len(size) != 3:
        sys.exit("only 3D runs are opened")
    bpy.ops.wm.read_homefile(use_empty=True)
    scene = bpy.context.scene
    scene["spindrift_run"] = run
    scene.frame_start, scene.frame_end = min(files[0]), max(files[0])
    scene.render.fps = max(1, round(settings["time"]["fps"]))
    scene.render.fps_base = scene.render.fps / settings["time"]["fps"]
    scene.render.engine = "CYCLES"
    scene.cycles.samples, scene.cycles.use_denoising = 128, False  # Debian builds Blender without a denoiser
    scene.render.resolution_x, scene.render.resolution_y = 1280, 720
    is_volume = files[1]
    material = smoke_material(size) if is_volume else water_material(size)
    fluid = bpy.data.objects.new("fluid", bpy.data.volumes.new("smoke") if is_volume else bpy.data.meshes.new("water"))
    fluid.rotation_euler.x = math.pi / 2
    fluid.data.materials.append(material)
    scene.collection.objects.link(fluid)
    add_floor(size)
    add_solids(settings.get("solid", []))
    burns = any(part.get("fuel", 0) > 0 for kind in ("smoke", "smoke_source") for part in settings.get(kind, []))
    add_light(0.1 if burns else 1.0)  # fire is seen at dusk
    add_camera(scene, size, settings.get("render", {}), 0.5 if is_volume else 0.35)
    bpy.data.texts.load(__file__, internal=True).use_module = True  # goes into a saved .blend, and runs when that is opened
    follow_timeline()
    scene.frame_set(scene.frame_start)


def follow_timeline():
    handlers = bpy.app.handlers.frame_change_pre
    handlers[:] = [handler for handler in handlers if handler.__name__ != "show_frame"]
    handlers.append(bpy.app.handlers.persistent(show_frame))


def main(arguments):
    if not arguments or arguments[0].startswith("-"):
        sys.exit(__doc__)
    build(os.path.abspath(arguments[0]))
    if arguments[1:2] == ["--save"]:
        bpy.ops.wm.save_as_mainfile(filepath=os.path.abspath(arguments[2]))
    elif arguments[1:2] == ["--render"]:
        bpy.context.scene.frame_set(int(arguments[2]))
        bpy.context.scene.render.filepath = os.path.abspath(arguments[3])
        bpy.ops.render.render(write_still=True)


if not os.path.isfile(__file__):  # the copy inside a saved .blend, which is being opened
    follow_timeline()
elif __name__ == "__main__":
    main(sys.argv[sys.argv.index("--") + 1:] if "--" in sys.argv else [])
