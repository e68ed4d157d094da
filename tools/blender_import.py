"""Opens a run in Blender as an animation: the surface or the particles of a liquid, or OpenVDB volumes of smoke.

    blender --python tools/blender_import.py -- RUNDIR
    blender --python tools/blender_import.py -- RUNDIR --show particles
    blender --background --python tools/blender_import.py -- RUNDIR --save film.blend
    blender --background --python tools/blender_import.py -- RUNDIR --render 30 picture.png

Shown is the first that the run holds: surface/*.ply (surface.write = "ply"), particles/*.ply (output.particles), volumes/*.vdb
(output.volumes = ["vdb"]). Every column of a .ply becomes an attribute: velocity (and speed), color, id, age, density. A
material, solids that stand still, a floor, light and a camera come along. Every frame is read when the timeline reaches it, so a
long run needs no more memory than one frame; a saved .blend keeps this script inside and goes on reading from the run's folder
(Blender asks whether to allow that). Tried with Blender 3.4 and 5.2.
"""
import argparse
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


# What a run may hold, the best to look at first.
KINDS = {"surface": "surface/frame_*.ply", "particles": "particles/frame_*.ply", "volumes": "volumes/frame_*.vdb"}


def read_ply(path):
    """Vertices as a table with named columns, and triangles if there are any, of a file that Spindrift has written."""
    data = open(path, "rb").read()
    start = data.index(b"end_header\n") + len(b"end_header\n")
    header = data[:start].decode()
    counts = {name: int(count) for name, count in re.findall(r"element (\w+) (\d+)\n", header)}
    columns = [(name, PLY_TYPES[kind]) for kind, name in re.findall(r"property (\w+) (\w+)\n", header)]
    table = numpy.frombuffer(data, numpy.dtype(columns), counts["vertex"], start)
    face = numpy.dtype([("count", "u1"), ("corners", "<i4", 3)])
    triangles = numpy.frombuffer(data, face, counts.get("face", 0), start + table.nbytes)["corners"]
    return table, triangles


def stack(table, names):
    return numpy.stack([table[name] for name in names], axis=1).astype(numpy.float32)


def add_columns(mesh, table):
    """Every column as an attribute: velocity, which Cycles blurs motion by and keeps from materials, so that there is a
    speed for these; color; and the others by their own names."""
    velocity, color = ("vx", "vy", "vz"), ("red", "green", "blue")
    names = table.dtype.names

    def add(name, kind, slot, values):
        mesh.attributes.new(name, kind, "POINT").data.foreach_set(slot, values.ravel())

    if "vx" in names:
        add("velocity", "FLOAT_VECTOR", "vector", stack(table, velocity))
        add("speed", "FLOAT", "value", numpy.linalg.norm(stack(table, velocity), axis=1).astype(numpy.float32))
    if "red" in names:  # Blender works with linear light, the file holds sRGB
        share = stack(table, color) / 255
        linear = numpy.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)
        add("color", "FLOAT_COLOR", "color", numpy.insert(linear, 3, 1, axis=1).astype(numpy.float32))
    for name in names:
        if name in (*"xyz", *velocity, *color):
            continue
        if table[name].dtype.kind == "f":
            add(name, "FLOAT", "value", table[name].astype(numpy.float32))
        else:
            add(name, "INT", "value", table[name].astype(numpy.int32))


def make_mesh(path):
    """The triangles of a surface, or the loose vertices of particles."""
    table, triangles = read_ply(path)
    mesh = bpy.data.meshes.new("fluid")
    mesh.vertices.add(len(table))
    mesh.vertices.foreach_set("co", stack(table, "xyz").ravel())
    if len(triangles):
        mesh.loops.add(3 * len(triangles))
        mesh.loops.foreach_set("vertex_index", triangles.ravel())
        mesh.polygons.add(len(triangles))
        mesh.polygons.foreach_set("loop_start", numpy.arange(0, 3 * len(triangles), 3, dtype=numpy.int32))
        if bpy.app.version < (4, 1, 0):
            mesh.polygons.foreach_set("loop_total", numpy.full(len(triangles), 3, numpy.int32))
        mesh.polygons.foreach_set("use_smooth", numpy.ones(len(triangles), bool))
    add_columns(mesh, table)
    mesh.update()
    return mesh


def files_of(run, kind):
    """Frame number to file."""
    names = glob.glob(os.path.join(glob.escape(run), KINDS[kind]))
    return dict(sorted((int(re.search(r"(\d+)\.\w+$", name).group(1)), name) for name in names))


def choose_kind(run, wish):
    for kind in [wish] if wish else KINDS:
        if files_of(run, kind):
            return kind
    sys.exit(f"{run} holds no {' nor '.join([KINDS[wish]] if wish else KINDS.values())}; run the scene again with "
             "surface.write = \"ply\" or output.particles (a liquid), or with output.volumes = [\"vdb\"] (smoke)")


def show_frame(scene, *ignored):
    """Gives the object the file of the present frame, or of the last one before it."""
    fluid = bpy.data.objects.get("fluid")
    if fluid is None or "spindrift_run" not in scene:
        return
    kind = scene["spindrift_kind"]
    files = files_of(scene["spindrift_run"], kind)
    if not files:
        return
    frame = max((f for f in files if f <= scene.frame_current), default=min(files))
    if kind == "volumes":
        fluid.data.filepath = files[frame]
        return
    old = fluid.data
    fluid.data = make_mesh(files[frame])
    for material in old.materials:
        fluid.data.materials.append(material)
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


def particle_material(size, has_color):
    """The particles' own colour, or from blue at rest to white as fast as a fall from the top of the domain."""
    material = plain_material("particles", (1, 1, 1, 1))
    nodes, links = material.node_tree.nodes, material.node_tree.links
    attribute = nodes.new("ShaderNodeAttribute")
    attribute.attribute_name = "color" if has_color else "speed"
    color = attribute.outputs["Color"]
    if not has_color:
        share = nodes.new("ShaderNodeMath")
        share.operation = "MULTIPLY"
        share.inputs[1].default_value = 1.0 / math.sqrt(2.0 * 9.81 * size[1])
        ramp = nodes.new("ShaderNodeValToRGB")
        ramp.color_ramp.elements[0].color = (0.01, 0.09, 0.45, 1.0)
        ramp.color_ramp.elements[1].color = (0.9, 0.97, 1.0, 1.0)
        links.new(attribute.outputs["Fac"], share.inputs[0])
        links.new(share.outputs[0], ramp.inputs[0])
        color = ramp.outputs["Color"]
    links.new(color, nodes["Principled BSDF"].inputs["Base Color"])
    return material


def show_as_balls(fluid, radius):
    """A ball at every vertex, by geometry nodes: these take a mesh in every version, and no script can fill a point cloud in all."""
    group = bpy.data.node_groups.new("balls", "GeometryNodeTree")
    if hasattr(group, "interface"):
        for way in ("INPUT", "OUTPUT"):
            group.interface.new_socket("Geometry", in_out=way, socket_type="NodeSocketGeometry")
    else:  # before Blender 4
        for sockets in (group.inputs, group.outputs):
            sockets.new("NodeSocketGeometry", "Geometry")
    begin, points, paint, end = (group.nodes.new(kind) for kind in (
        "NodeGroupInput", "GeometryNodeMeshToPoints", "GeometryNodeSetMaterial", "NodeGroupOutput"))
    points.inputs["Radius"].default_value = radius
    paint.inputs["Material"].default_value = fluid.data.materials[0]
    for source, sink in ((begin, points), (points, paint), (paint, end)):
        group.links.new(source.outputs[0], sink.inputs[0])
    fluid.modifiers.new("balls", "NODES").node_group = group


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


def make_fluid(kind, settings):
    size, particles = settings["domain"]["size"], settings.get("particles", {})  # smoke has none
    if kind == "volumes":
        data, material = bpy.data.volumes.new("fluid"), smoke_material(size)
    elif kind == "particles":
        data, material = bpy.data.meshes.new("fluid"), particle_material(size, "color" in particles["columns"])
    else:
        data, material = bpy.data.meshes.new("fluid"), water_material(size)
    data.materials.append(material)
    fluid = bpy.data.objects.new("fluid", data)
    fluid.rotation_euler.x = math.pi / 2
    if kind == "particles":
        cell = max(size) / settings["domain"]["resolution"]
        show_as_balls(fluid, 0.5 * cell / particles["per_cell"] ** (1 / 3))
    return fluid


def build(run, wish):
    try:
        settings = json.load(open(os.path.join(run, "run.json")))["scene"]
    except FileNotFoundError:
        sys.exit(f"{run} is not the folder of a run: it has no run.json")
    size = settings["domain"]["size"]
    if len(size) != 3:
        sys.exit("only 3D runs are opened")
    kind = choose_kind(run, wish)
    frames = list(files_of(run, kind))
    bpy.ops.wm.read_homefile(use_empty=True)
    scene = bpy.context.scene
    scene["spindrift_run"], scene["spindrift_kind"] = run, kind
    scene.frame_start, scene.frame_end = frames[0], frames[-1]
    scene.render.fps = max(1, round(settings["time"]["fps"]))
    scene.render.fps_base = scene.render.fps / settings["time"]["fps"]
    scene.render.engine = "CYCLES"
    scene.cycles.samples, scene.cycles.use_denoising = 128, False  # Debian builds Blender without a denoiser
    scene.render.resolution_x, scene.render.resolution_y = 1280, 720
    scene.collection.objects.link(make_fluid(kind, settings))
    add_floor(size)
    add_solids(settings.get("solid", []))
    burns = any(part.get("fuel", 0) > 0 for kind in ("smoke", "smoke_source") for part in settings.get(kind, []))
    add_light(0.1 if burns else 1.0)  # fire is seen at dusk
    add_camera(scene, size, settings.get("render", {}), 0.5 if kind == "volumes" else 0.35)
    bpy.data.texts.load(__file__, internal=True).use_module = True  # goes into a saved .blend, and runs when that is opened
    follow_timeline()
    scene.frame_set(scene.frame_start)


def follow_timeline():
    handlers = bpy.app.handlers.frame_change_pre
    handlers[:] = [handler for handler in handlers if handler.__name__ != "show_frame"]
    handlers.append(bpy.app.handlers.persistent(show_frame))


def main(arguments):
    parser = argparse.ArgumentParser(prog="blender_import.py", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("run", metavar="RUNDIR")
    parser.add_argument("--show", choices=KINDS, help="what to show, if the run holds it")
    parser.add_argument("--save", metavar="FILE.blend")
    parser.add_argument("--render", nargs=2, metavar=("FRAME", "PICTURE.png"))
    options = parser.parse_args(arguments)
    build(os.path.abspath(options.run), options.show)
    if options.save:
        bpy.ops.wm.save_as_mainfile(filepath=os.path.abspath(options.save))
    if options.render:
        bpy.context.scene.frame_set(int(options.render[0]))
        bpy.context.scene.render.filepath = os.path.abspath(options.render[1])
        bpy.ops.render.render(write_still=True)


if not os.path.isfile(__file__):  # the copy inside a saved .blend, which is being opened
    follow_timeline()
elif __name__ == "__main__":
    main(sys.argv[sys.argv.index("--") + 1:] if "--" in sys.argv else [])
