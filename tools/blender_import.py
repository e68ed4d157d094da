"""Opens a run in Blender as an animation: the surface or the particles of a liquid, or OpenVDB volumes of smoke.

    blender --python tools/blender_import.py -- RUNDIR
    blender --python tools/blender_import.py -- RUNDIR --show particles
    blender --background --python tools/blender_import.py -- RUNDIR --save film.blend
    blender --background --python tools/blender_import.py -- RUNDIR --render 30 picture.png --width 640 --samples 32

Shown is the first that the run holds: surface/*.ply (surface.write = "ply"), particles/*.ply (output.particles), volumes/*.vdb
(output.volumes = ["vdb"]). Every column of a .ply becomes an attribute: velocity (and speed), color, id, age, density. A
material, all solids with their motion, a floor, light and a camera come along. Every frame is read when the timeline reaches it, so
a long run needs no more memory than one frame. A saved .blend goes on reading from the run's folder: volumes by themselves, meshes
and particles by this script, which the file keeps inside. Blender runs scripts of a file only where it is allowed to: open it as
`blender -y film.blend`, or answer "Allow Execution" when it asks.
"""
import argparse
import glob
import json
import math
import os
import re
import sys

import bmesh
import bpy
import numpy
from mathutils import Matrix, Vector

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


def absorption_of(settings):
    """1/m of red, green and blue light, as in Spindrift's own pictures."""
    across = Vector(settings["domain"]["size"]).length / math.sqrt(3.0)
    if "absorption" in settings.get("render", {}):
        return settings["render"]["absorption"]
    color = settings.get("fluid", {}).get("color")
    if color:
        return [-math.log(max(1e-3, linear_light(share))) / (0.1 * across) for share in color]
    return [share / across for share in (3.0, 0.9, 0.4)]


def linear_light(share):
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4


def liquid_material(settings):
    material = bpy.data.materials.new("water")
    material.use_nodes = True
    nodes, links = material.node_tree.nodes, material.node_tree.links
    surface = nodes["Principled BSDF"]
    for name, value in (("Base Color", (1, 1, 1, 1)), ("Roughness", 0.0), ("IOR", 1.333), ("Transmission", 1.0),
                        ("Transmission Weight", 1.0)):
        set_input(surface, name, value)
    tint = nodes.new("ShaderNodeVolumeAbsorption")
    absorption = absorption_of(settings)
    most = max(*absorption, 1e-9)
    tint.inputs["Color"].default_value = (*(1.0 - share / most for share in absorption), 1.0)
    tint.inputs["Density"].default_value = most
    links.new(tint.outputs["Volume"], nodes["Material Output"].inputs["Volume"])
    return material


def particle_material(size, has_color, liquid):
    """The particles' own colour, or the liquid's, or from blue at rest to white as fast as a fall from the top of the domain."""
    if liquid and not has_color:
        return plain_material("particles", (*(linear_light(share) for share in liquid), 1.0))
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


def box_mesh(mesh, shape, room):
    """Without what lies outside of the room: walls of a scene often do."""
    low = [max(a, b) for a, b in zip(shape["min"], room[0])]
    high = [min(a, b) for a, b in zip(shape["max"], room[1])]
    if any(a >= b for a, b in zip(low, high)):
        return
    middle = Matrix.Translation([(a + b) / 2 for a, b in zip(low, high)])
    bmesh.ops.create_cube(mesh, size=1.0, matrix=middle @ Matrix.Diagonal([b - a for a, b in zip(low, high)] + [1.0]))


def plane_mesh(mesh, shape, room):
    """The room below the plane."""
    box_mesh(mesh, {"min": room[0], "max": room[1]}, room)
    cut = bmesh.ops.bisect_plane(mesh, geom=mesh.verts[:] + mesh.edges[:] + mesh.faces[:], plane_co=shape["point"],
                                 plane_no=shape["normal"], clear_outer=True)["geom_cut"]
    bmesh.ops.contextual_create(mesh, geom=[part for part in cut if isinstance(part, bmesh.types.BMEdge)])


def wave_mesh(mesh, shape, room):
    """The room below the wave, as a band of boxes that share their sides."""
    count, low, high = 400, room[0], room[1]
    rows = []
    for i in range(count + 1):
        x = low[0] + (high[0] - low[0]) * i / count
        y = shape["level"] + shape["amplitude"] * math.cos(2 * math.pi * (x - shape.get("crest", 0)) / shape["wavelength"])
        y = min(max(y, low[1]), high[1])
        rows.append([mesh.verts.new(at) for at in ((x, low[1], low[2]), (x, low[1], high[2]), (x, y, high[2]), (x, y, low[2]))])
    mesh.faces.new(rows[0])
    for a, b in zip(rows, rows[1:]):
        for k in range(4):
            mesh.faces.new((a[k], b[k], b[(k + 1) % 4], a[(k + 1) % 4]))
    mesh.faces.new(rows[-1][::-1])


def sphere_mesh(mesh, shape, room):
    bmesh.ops.create_uvsphere(mesh, u_segments=96, v_segments=48, radius=shape["radius"],
                              matrix=Matrix.Translation(shape["center"]))


def rod_mesh(mesh, shape, room):
    """A cylinder, or a capsule: a ball whose halves are drawn apart."""
    low, high = Vector(shape["from"]), Vector(shape["to"])
    place = Matrix.Translation((low + high) / 2) @ (high - low).to_track_quat("Z", "Y").to_matrix().to_4x4()
    length, radius = (high - low).length, shape["radius"]
    if shape["shape"] == "cylinder":
        bmesh.ops.create_cone(mesh, cap_ends=True, segments=96, radius1=radius, radius2=radius, depth=length, matrix=place)
        return
    bmesh.ops.create_uvsphere(mesh, u_segments=96, v_segments=49, radius=radius)  # odd: no ring lies between the halves
    for vertex in mesh.verts:
        vertex.co.z += math.copysign(length / 2, vertex.co.z)
    mesh.transform(place)


def mesh_path(file):
    """Where a scene's mesh file lies: run.json has it as the scene does, scene.toml beside it with its folder."""
    text = open(os.path.join(bpy.context.scene["spindrift_run"], "scene.toml")).read()
    whole = re.findall(r'file = "([^"]*)"', text)
    return next((path for path in whole if path.endswith(os.path.normpath(file))), file)


def file_mesh(mesh, shape, room):
    """A mesh file, by Blender's own importers: their names and axes differ between versions."""
    path, ending = mesh_path(shape["file"]), os.path.splitext(shape["file"])[1].lower()
    known = set(bpy.data.objects)
    if ending == ".obj":
        bpy.ops.wm.obj_import(filepath=path, forward_axis="Y", up_axis="Z")
    elif "{}_import".format(ending[1:]) in dir(bpy.ops.wm):
        getattr(bpy.ops.wm, ending[1:] + "_import")(filepath=path)
    else:  # before Blender 4
        getattr(bpy.ops.import_mesh, ending[1:])(filepath=path)
    for imported in set(bpy.data.objects) - known:
        mesh.from_mesh(imported.data)
        bpy.data.objects.remove(imported)
    bmesh.ops.remove_doubles(mesh, verts=mesh.verts, dist=0.0)  # STL has no shared corners
    turn = rotation_from_angles(shape.get("rotation_degrees", (0, 0, 0)))
    scale = shape.get("scale", 1.0)
    mesh.transform(Matrix.Translation(shape.get("offset", (0, 0, 0))) @ turn @ Matrix.Scale(scale, 4))


MAKERS = {"box": box_mesh, "plane": plane_mesh, "wave": wave_mesh, "sphere": sphere_mesh, "cylinder": rod_mesh,
          "capsule": rod_mesh, "mesh": file_mesh}


def rotation_from_angles(degrees):
    x, y, z = (Matrix.Rotation(math.radians(angle), 4, axis) for angle, axis in zip(degrees, "XYZ"))
    return z @ y @ x


def smooth_but_for_creases(mesh):
    """Round where a solid is round, sharp at its edges."""
    crease = math.radians(30)
    mesh.polygons.foreach_set("use_smooth", numpy.ones(len(mesh.polygons), bool))
    if hasattr(mesh, "set_sharp_from_angle"):
        mesh.set_sharp_from_angle(angle=crease)
    else:  # before Blender 4.1
        mesh.use_auto_smooth, mesh.auto_smooth_angle = True, crease


def shape_objects(scene, shape, room, material):
    """The objects of a shape in Spindrift's own frame: one, or those of a union's parts. A difference is one with boolean modifiers."""
    if shape["shape"] == "union":
        return [part for each in shape["parts"] for part in shape_objects(scene, each, room, material)]
    if shape["shape"] == "difference":
        whole, *without = ([*shape_objects(scene, part, room, material)] for part in shape["parts"])
        for tool in [tool for part in without for tool in part]:
            tool.hide_render = True
            tool.display_type = "WIRE"
            for body in whole:
                cut = body.modifiers.new("without", "BOOLEAN")
                cut.operation, cut.object = "DIFFERENCE", tool
        return whole + [tool for part in without for tool in part]
    mesh, made = bmesh.new(), bpy.data.meshes.new("solid")
    MAKERS[shape["shape"]](mesh, shape, room)
    bmesh.ops.recalc_face_normals(mesh, faces=mesh.faces)
    mesh.to_mesh(made)
    mesh.free()
    smooth_but_for_creases(made)
    made.materials.append(material)
    solid = bpy.data.objects.new("solid", made)
    scene.collection.objects.link(solid)
    return [solid]


def pose_at(solid, time):
    """Where a solid is, as a matrix: between keyframes displacement and angles run linearly."""
    pivot = Vector(solid.get("pivot", (0, 0, 0)))
    keys = sorted(solid.get("keyframes", []), key=lambda key: key["time"])
    if keys:
        after = next((i for i, key in enumerate(keys) if key["time"] > time), len(keys))
        a, b = keys[max(after - 1, 0)], keys[min(after, len(keys) - 1)]
        share = (time - a["time"]) / (b["time"] - a["time"]) if 0 < after < len(keys) else 0.0
        between = lambda name: Vector(a.get(name, (0, 0, 0))).lerp(Vector(b.get(name, (0, 0, 0))), share)
        place, turn = between("position"), rotation_from_angles(between("rotation_degrees"))
    else:
        spin = Vector(solid.get("angular_velocity_degrees", (0, 0, 0)))
        place = Vector(solid.get("velocity", (0, 0, 0))) * time
        turn = Matrix.Rotation(math.radians(spin.length * time), 4, spin) if spin.length > 0 else Matrix()
    return Matrix.Translation(pivot + place) @ turn @ Matrix.Translation(-pivot)


def add_solids(scene, settings):
    """All of them. One that moves has a keyframe per frame, which needs no script."""
    size, fps = settings["domain"]["size"], settings["time"]["fps"]
    margin = 0.03 * Vector(size).length
    room = ([-margin] * 3, [side + margin for side in size])
    everywhere = ([-1e3 * max(size)] * 3, [1e3 * max(size)] * 3)
    material = plain_material("solid", (0.55, 0.5, 0.45, 1.0))
    upright = Matrix.Rotation(math.pi / 2, 4, "X")  # Spindrift's y points up, Blender's z
    for solid in settings.get("solid", []):
        moves = bool(solid.get("keyframes") or any(solid.get("velocity", [])) or
                     any(solid.get("angular_velocity_degrees", [])))
        for part in shape_objects(scene, solid, everywhere if moves else room, material):
            part.rotation_mode = "QUATERNION"
            for frame in range(scene.frame_start, scene.frame_end + 1) if moves else [None]:
                part.matrix_basis = upright @ pose_at(solid, (frame or 0) / fps)
                if moves:
                    part.keyframe_insert("location", frame=frame)
                    part.keyframe_insert("rotation_quaternion", frame=frame)


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
        data, material = bpy.data.meshes.new("fluid"), particle_material(
            size, "color" in particles["columns"], settings["fluid"].get("color"))
    else:
        data, material = bpy.data.meshes.new("fluid"), liquid_material(settings)
    data.materials.append(material)
    fluid = bpy.data.objects.new("fluid", data)
    fluid.rotation_euler.x = math.pi / 2
    if kind == "particles":
        cell = max(size) / settings["domain"]["resolution"]
        show_as_balls(fluid, 0.5 * cell / particles["per_cell"] ** (1 / 3))
    return fluid


def build(run, wish, width=None, height=None, samples=128):
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
    scene.cycles.samples, scene.cycles.use_denoising = samples, False  # Debian builds Blender without a denoiser
    render = settings.get("render", {})
    scene.render.resolution_x = width or render.get("width", 1280)
    scene.render.resolution_y = height or (scene.render.resolution_x * render.get("height", 720) // render.get("width", 1280))
    fluid = make_fluid(kind, settings)
    scene.collection.objects.link(fluid)
    add_floor(size)
    add_solids(scene, settings)
    burns = any(part.get("fuel", 0) > 0 for kind in ("smoke", "smoke_source") for part in settings.get(kind, []))
    add_light(0.1 if burns else 1.0)  # fire is seen at dusk
    add_camera(scene, size, render, 0.5 if kind == "volumes" else 0.35)
    if kind == "volumes" and frames == list(range(frames[0], frames[-1] + 1)):
        show_sequence(fluid.data, files_of(run, kind))
    else:
        bpy.data.texts.load(__file__, internal=True).use_module = True  # goes into a saved .blend, and runs when that is opened
        follow_timeline()
    scene.frame_set(scene.frame_start)


def show_sequence(volume, files):
    """Blender itself reads volumes whose numbers have no gaps: frame n is the file of frame n."""
    first = min(files)
    volume.filepath, volume.is_sequence = files[first], True
    volume.frame_start, volume.frame_duration, volume.frame_offset = first, len(files), first - 1
    volume.sequence_mode = "EXTEND"


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
    parser.add_argument("--width", type=int, help="pixels of a picture across (default: the scene's)")
    parser.add_argument("--height", type=int, help="pixels up (default: as the width changes)")
    parser.add_argument("--samples", type=int, default=128, help="paths of light per pixel (default: 128)")
    options = parser.parse_args(arguments)
    build(os.path.abspath(options.run), options.show, options.width, options.height, options.samples)
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
