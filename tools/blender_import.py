"""Opens a run in Blender as an animation: the surface or the particles of a liquid, or OpenVDB volumes of smoke.

    blender --python tools/blender_import.py -- RUNDIR
    blender --python tools/blender_import.py -- RUNDIR --show particles
    blender --background --python tools/blender_import.py -- RUNDIR --save film.blend
    blender --background --python tools/blender_import.py -- RUNDIR --render 30 picture.png --width 640 --samples 32

It shows the first of these that the run has: surface/*.ply (surface.write = "ply"), particles/*.ply (output.particles),
volumes/*.vdb (output.volumes = ["vdb"]). Every column of a .ply becomes an attribute: velocity (and speed), color, id, age, density.
It adds a material, all solids with their motion, a floor, light and a camera. A solid that cannot be made is skipped with a warning.

Frames are read when the timeline reaches them, so a long run needs no more memory than one frame. A saved .blend still reads from the
run's folder: Blender reads volumes, and this script, stored in the file, reads meshes and particles. Blender runs scripts of a file only
if allowed: open it as `blender -y film.blend`, or answer "Allow Execution" when it asks.
"""
import argparse
import ast
import glob
import itertools
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
    if "red" in names:
        linear = numpy.insert(linear_light(stack(table, color) / 255), 3, 1, axis=1)
        add("color", "FLOAT_COLOR", "color", linear.astype(numpy.float32))
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
        return [-math.log(max(1e-3, share)) / (0.1 * across) for share in linear_light(color)]
    return [share / across for share in (2.6, 0.8, 0.48)]


def linear_light(share):
    """Blender works with linear light, files and scenes hold sRGB."""
    share = numpy.asarray(share)
    return numpy.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)


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
        return plain_material("particles", (*linear_light(liquid), 1.0))
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
    return floor


FUNCTIONS = {name: getattr(numpy, name) for name in "sin cos tan exp log sqrt abs sinh cosh tanh floor".split()}
FUNCTIONS |= {"sech": lambda x: 1 / numpy.cosh(x), "min": numpy.minimum, "max": numpy.maximum, "atan2": numpy.arctan2,
              "choose": lambda condition, a, b: numpy.where(condition != 0, a, b)}
OPERATIONS = {ast.Add: numpy.add, ast.Sub: numpy.subtract, ast.Mult: numpy.multiply, ast.Div: numpy.divide,
              ast.Pow: numpy.power, ast.USub: numpy.negative, ast.UAdd: numpy.positive, ast.Lt: numpy.less,
              ast.LtE: numpy.less_equal, ast.Gt: numpy.greater, ast.GtE: numpy.greater_equal, ast.Eq: numpy.equal,
              ast.NotEq: numpy.not_equal}


def evaluate(formula, **variables):
    """A formula of a scene. But for ^ and if, Python reads it as Spindrift does; nothing else of Python is allowed."""
    names = {"pi": math.pi, "e": math.e, **variables}

    def value(node):
        if isinstance(node, ast.Constant):
            return float(node.value)
        if isinstance(node, ast.Name):
            return names[node.id]
        if isinstance(node, ast.Call):
            return FUNCTIONS[node.func.id](*map(value, node.args))
        if isinstance(node, ast.UnaryOp):
            return OPERATIONS[type(node.op)](value(node.operand))
        if isinstance(node, ast.BinOp):
            return OPERATIONS[type(node.op)](value(node.left), value(node.right))
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            return OPERATIONS[type(node.ops[0])](value(node.left), value(node.comparators[0])) * 1.0
        raise ValueError(f"the formula {formula} is not understood")

    text = re.sub(r"\bif\s*\(", "choose(", formula.replace("^", "**"))
    text = re.sub(r"(?<![\w.])0+(?=\d)", "", text)  # Python wants no zeros in front
    with numpy.errstate(all="ignore"):
        return value(ast.parse(text.strip(), mode="eval").body)


def read_table(path):
    """The columns of a CSV file by their names, as Spindrift reads it."""
    lines = [line for line in map(str.strip, open(path, encoding="utf-8-sig")) if line and not line.startswith("#")]
    sign = next((sign for sign in ",;\t" if sign in lines[0]), None)
    names, *rows = ([cell.strip() for cell in line.split(sign)] for line in lines)
    return dict(zip(names, numpy.array(rows, float).T))


def box_mesh(mesh, shape, room):
    """Without what lies outside of the room: walls of a scene often do."""
    low, high = numpy.maximum(shape["min"], room[0]), numpy.minimum(shape["max"], room[1])
    if (low < high).all():
        place = Matrix.Translation((low + high) / 2) @ Matrix.Diagonal([*(high - low), 1.0])
        bmesh.ops.create_cube(mesh, size=1.0, matrix=place)


def plane_mesh(mesh, shape, room):
    """The room below the plane."""
    box_mesh(mesh, {"min": room[0], "max": room[1]}, room)
    cut = bmesh.ops.bisect_plane(mesh, geom=mesh.verts[:] + mesh.edges[:] + mesh.faces[:], plane_co=shape["point"],
                                 plane_no=shape["normal"], clear_outer=True)["geom_cut"]
    bmesh.ops.contextual_create(mesh, geom=[part for part in cut if isinstance(part, bmesh.types.BMEdge)])


def below_mesh(mesh, shape, room):
    """The room below a surface: a wave, by a formula, or from a table."""
    (left, bottom, back), (right, top, front) = room
    x, z = numpy.linspace(left, right, 401), numpy.linspace(back, front, 201)
    if shape["shape"] == "wave":
        phase = 2 * math.pi * (x - shape.get("crest", 0)) / shape["wavelength"]
        y = shape["level"] + shape["amplitude"] * numpy.cos(phase)[:, None]
    elif shape.get("surface"):
        y = evaluate(shape["surface"], x=x[:, None], z=z[None, :]) + 0 * x[:, None]
    else:
        table = read_table(shape["file"])
        x = numpy.union1d(x, numpy.clip(table["x"], left, right))
        y = numpy.interp(x, table["x"], table["y"])[:, None]
    if y.shape[1] == 1:  # the same along z
        z = z[[0, -1]]
    y = numpy.clip(numpy.nan_to_num(y, nan=bottom), bottom, top)
    points = numpy.stack([numpy.stack(numpy.broadcast_arrays(x[:, None], height, z[None, :]), axis=-1) for height in (bottom, y)])
    n = numpy.arange(points[..., 0].size).reshape(points.shape[:3])
    add_faces(mesh, points, numpy.concatenate([
        numpy.stack((side[:-1, :-1], side[1:, :-1], side[1:, 1:], side[:-1, 1:]), axis=-1).reshape(-1, 4)
        for side in (n[0], n[1], n[:, 0], n[:, -1], n[:, :, 0], n[:, :, -1])]))


def implicit_mesh(mesh, shape, room):
    """Where a formula is negative, by surface nets: a vertex in each cell of a grid that the surface cuts, amid the points where
    it cuts the cell's edges, and a face across each such edge."""
    low, high = numpy.array(room)
    counts = numpy.ceil((high - low) / numpy.cbrt(numpy.prod(high - low) / 3e6)).astype(int) + 3
    places = (numpy.linspace(*ends) for ends in zip(low, high, counts))
    value = evaluate(shape["formula"], **dict(zip("xyz", numpy.meshgrid(*places, indexing="ij", sparse=True))))
    value = numpy.nan_to_num(numpy.broadcast_to(value, counts), nan=1e30, posinf=1e30, neginf=-1e30)
    value = numpy.pad(value[1:-1, 1:-1, 1:-1], 1, constant_values=1e-30)  # it ends at the sides of the room
    cuts, faces = [], []
    for axis in range(3):
        along, *across = numpy.roll(numpy.eye(3, dtype=int), -axis, axis=0)
        edges = numpy.argwhere(numpy.diff(value < 0, axis=axis))
        here, there = value[tuple(edges.T)], value[tuple((edges + along).T)]
        cuts.append(edges + (here / (here - there))[:, None] * along)
        faces.append(edges[:, None] - (0 * along, across[0], across[0] + across[1], across[1]))  # the four cells around
    cuts, faces = numpy.concatenate(cuts), numpy.concatenate(faces)
    cells, corners = numpy.unique(numpy.ravel_multi_index(faces.reshape(-1, 3).T, counts), return_inverse=True)
    points = numpy.zeros((len(cells), 3))
    numpy.add.at(points, corners.ravel(), numpy.repeat(cuts, 4, axis=0))
    points /= numpy.bincount(corners.ravel(), minlength=len(cells))[:, None]
    add_faces(mesh, low + points * (high - low) / (counts - 1), corners.reshape(-1, 4))


def add_faces(mesh, points, faces):
    made = bpy.data.meshes.new("faces")
    made.from_pydata(points.reshape(-1, 3).tolist(), [], faces.tolist())
    add_mesh(mesh, made)


def add_mesh(mesh, other):
    mesh.from_mesh(other)
    bpy.data.meshes.remove(other)


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


def file_mesh(mesh, shape, room):
    """A mesh file, by Blender's own importers: their names and axes differ between versions."""
    path, ending = shape["file"], os.path.splitext(shape["file"])[1].lower()
    known = set(bpy.data.objects)
    if ending == ".obj":
        bpy.ops.wm.obj_import(filepath=path, forward_axis="Y", up_axis="Z")
    elif "{}_import".format(ending[1:]) in dir(bpy.ops.wm):
        getattr(bpy.ops.wm, ending[1:] + "_import")(filepath=path)
    else:  # before Blender 4
        getattr(bpy.ops.import_mesh, ending[1:])(filepath=path)
    for imported in set(bpy.data.objects) - known:
        add_mesh(mesh, imported.data)  # the object goes with it
    if not mesh.faces:
        raise ValueError(f"nothing was read of {path}")
    bmesh.ops.remove_doubles(mesh, verts=mesh.verts, dist=0.0)  # STL has no shared corners
    turn = rotation_from_angles(shape.get("rotation_degrees", (0, 0, 0)))
    scale = shape.get("scale", 1.0)
    mesh.transform(Matrix.Translation(shape.get("offset", (0, 0, 0))) @ turn @ Matrix.Scale(scale, 4))


def union_mesh(mesh, shape, room):
    for part in shape["parts"]:
        add_mesh(mesh, shape_mesh(part, room))


def difference_mesh(mesh, shape, room):
    rooms = [room] + [room + numpy.multiply(((-0.1,), (0.1,)), numpy.ptp(room, axis=0))] * (len(shape["parts"]) - 1)
    whole, *tools = parts = [bpy.data.objects.new("part", shape_mesh(*each)) for each in zip(shape["parts"], rooms)]
    for part in parts:
        bpy.context.scene.collection.objects.link(part)
    for tool in tools:
        cut = whole.modifiers.new("without", "BOOLEAN")
        cut.operation, cut.object, cut.solver = "DIFFERENCE", tool, "EXACT"
        cut.use_self = any("parts" in part for part in shape["parts"])  # those of a union may overlap
    mesh.from_object(whole, bpy.context.evaluated_depsgraph_get())
    for part in parts:
        bpy.data.meshes.remove(part.data)


MAKERS = {"box": box_mesh, "sphere": sphere_mesh, "capsule": rod_mesh, "cylinder": rod_mesh, "plane": plane_mesh,
          "wave": below_mesh, "below": below_mesh, "implicit": implicit_mesh, "union": union_mesh,
          "difference": difference_mesh, "mesh": file_mesh}


def shape_mesh(shape, room):
    """A shape in Spindrift's own frame; boxes and shapes without end as far as the room goes."""
    mesh, made = bmesh.new(), bpy.data.meshes.new("solid")
    MAKERS[shape["shape"]](mesh, shape, room)
    bmesh.ops.recalc_face_normals(mesh, faces=mesh.faces)
    mesh.to_mesh(made)
    mesh.free()
    return made


def smooth_but_for_creases(mesh):
    """Round where a solid is round, sharp at its edges."""
    crease = math.radians(30)
    mesh.polygons.foreach_set("use_smooth", numpy.ones(len(mesh.polygons), bool))
    if hasattr(mesh, "set_sharp_from_angle"):
        mesh.set_sharp_from_angle(angle=crease)
    else:  # before Blender 4.1
        mesh.use_auto_smooth, mesh.auto_smooth_angle = True, crease


def rotation_from_angles(degrees):
    x, y, z = (Matrix.Rotation(math.radians(angle), 4, axis) for angle, axis in zip(degrees, "XYZ"))
    return z @ y @ x


def path_of(mover):
    """The keyframes of a solid or of the tank as rows: time, three numbers of the place, three angles."""
    if mover.get("motion_file"):
        table = read_table(mover["motion_file"])
        names = ("time", *"xyz", "rotation_x", "rotation_y", "rotation_z")
        rows = numpy.stack([table.get(name, 0 * table["time"]) for name in names], axis=1)
    else:
        none = (0, 0, 0)
        rows = numpy.array([[key["time"], *key.get("position", none), *key.get("rotation_degrees", none)]
                            for key in mover.get("keyframes", [])]).reshape(-1, 7)
    return rows[numpy.argsort(rows[:, 0], kind="stable")]


def pose(pivot, place, turn):
    return Matrix.Translation(pivot + place) @ turn @ Matrix.Translation(-pivot)


def poses_of_solid(solid, times):
    """Between keyframes place and angles run evenly; two of the same time make a jump."""
    pivot, velocity, spin = (Vector(solid.get(key, (0, 0, 0))) for key in ("pivot", "velocity", "angular_velocity_degrees"))
    path = path_of(solid)
    if len(path):
        ways = numpy.stack([numpy.interp(times, path[:, 0], way) for way in path[:, 1:].T], axis=1)
        return [pose(pivot, Vector(way[:3]), rotation_from_angles(way[3:])) for way in ways]
    axis = spin if spin.length > 0 else Vector((0, 0, 1))
    return [pose(pivot, velocity * time, Matrix.Rotation(math.radians(spin.length * time), 4, axis)) for time in times]


def poses_of_tank(tank, times):
    """Through its keyframes the tank moves by cubics, with the slopes that Spindrift gives them."""
    path, holds = path_of(tank), not tank.get("motion_file")
    path = numpy.concatenate((path, path[-1:] + numpy.eye(7)[0])) if len(path) == 1 else path
    time, value, span = path[:, 0], path[:, 1:], numpy.diff(path[:, :1], axis=0)
    rate = numpy.diff(value, axis=0) / span
    inside = (rate[:-1] * span[1:] + rate[1:] * span[:-1]) / (span[:-1] + span[1:])
    if holds:
        inside[(rate[:-1] == 0) | (rate[1:] == 0)] = 0
    first, last = (2 * rate[0] - inside[0], 2 * rate[-1] - inside[-1]) if len(inside) else (rate[0], rate[0])
    if holds:
        first, last = numpy.where((time[0] > 0) | (rate[0] == 0), 0, first), numpy.where(rate[-1] == 0, 0, last)
    slope = numpy.concatenate(([first], inside, [last]))
    at = numpy.clip(times, time[0], time[-1])
    i = numpy.clip(numpy.searchsorted(time, at, "right") - 1, 0, len(span) - 1)
    share, way, begin, end = (at - time[i])[:, None] / span[i], value[i + 1] - value[i], slope[i] * span[i], slope[i + 1] * span[i]
    ways = value[i] + share * (begin + share * (3 * way - 2 * begin - end + share * (begin + end - 2 * way)))
    return [pose(Vector(tank["pivot"]), Vector(way[:3]), rotation_from_angles(way[3:])) for way in ways]


def bounds_in(poses, box):
    """The lowest and the highest corners of a box in each of these poses."""
    corners = numpy.array([(*corner, 1.0) for corner in itertools.product(*zip(*box))])
    placed = (numpy.array(poses) @ corners.T)[:, :3]
    return placed.min(axis=2), placed.max(axis=2)


def bounds_of(mesh):
    places = numpy.array([vertex.co for vertex in mesh.vertices])
    return (places.min(axis=0), places.max(axis=0)) if len(places) else None


def images_of(solid, poses, stands, domain):
    """The poses of a solid and, in a domain that repeats itself, of its images. The middle of one that moves stays inside."""
    if not domain["periodic"]:
        return [poses]
    cell = domain.get("cell_size") or max(domain["size"]) / domain["resolution"]
    size = cell * numpy.round(numpy.divide(domain["size"], cell))  # of the grid
    periods = numpy.where([axis in domain["periodic"] for axis in "xyz"], size, 0.0)
    far = 1e3 * size.max()
    whole = shape_mesh(solid, ([-far] * 3, [far] * 3))
    low, high = bounds_of(whole) or (-size, 2 * size)
    bpy.data.meshes.remove(whole)
    beyond = 0.0 if stands else 0.9 * far
    spans = (low <= -beyond) & (high >= numpy.maximum(size, beyond))  # so that no image has anything to add
    repeats = (periods > 0) & ~spans
    middle = Vector(numpy.where((low > -far) & (high < far), (low + high) / 2, size / 2))
    if not stands:
        around = [periods * numpy.floor(numpy.divide(pose @ middle, size)) for pose in poses]
        poses = [Matrix.Translation(-by) @ pose for by, pose in zip(around, poses)]
    shifts = itertools.product(*((0, side, -side) if is_repeated else (0,) for side, is_repeated in zip(size, repeats)))
    return [[Matrix.Translation(shift) @ pose for pose in poses] for shift in shifts]


def animate(thing, frames, poses):
    """A keyframe per frame for what moves: it needs no script."""
    thing.rotation_mode, thing.matrix_basis = "QUATERNION", poses[0]
    if all(pose == poses[0] for pose in poses):
        return
    for frame, thing.matrix_basis in zip(frames, poses):
        thing.keyframe_insert("location", frame=frame)
        thing.keyframe_insert("rotation_quaternion", frame=frame)


def animate_visibility(thing, frames, is_seen):
    """Hidden in the viewport and in pictures; a keyframe where that changes."""
    if is_seen.all():
        return
    bpy.context.view_layer.update()  # Blender does not place what is hidden when it first sees it
    for i in range(len(is_seen)):
        if i == 0 or is_seen[i] != is_seen[i - 1]:
            thing.hide_viewport = thing.hide_render = not is_seen[i]
            thing.keyframe_insert("hide_viewport", frame=frames[i])
            thing.keyframe_insert("hide_render", frame=frames[i])


UPRIGHT = Matrix.Rotation(math.pi / 2, 4, "X")  # Spindrift's y points up, Blender's z


def add_solid(scene, solid, domain, fps, material):
    frames = range(scene.frame_start, scene.frame_end + 1)
    times = numpy.array(frames) / fps
    start, end = solid.get("start", 0.0), solid.get("end", math.inf)
    is_there = ((times > start) | (start <= 0)) & (times <= end)
    poses = poses_of_solid(solid, times)
    stands = is_there.all() and all(pose == poses[0] for pose in poses)
    images = images_of(solid, poses, stands, domain)
    margin = 0.03 * Vector(domain["size"]).length
    seen = bounds_in([pose.inverted() for poses in images for pose in poses],
                     (numpy.full(3, -margin), numpy.add(domain["size"], margin)))  # from the solid, of the room around the domain
    mesh = shape_mesh(solid, (seen[0].min(axis=0), seen[1].max(axis=0)))
    smooth_but_for_creases(mesh)
    mesh.materials.append(material)
    for poses in images if len(mesh.vertices) else ():
        low, high = bounds_in(poses, bounds_of(mesh))
        is_inside = ((high > 0) & (low < domain["size"])).all(axis=1) if domain["periodic"] else True
        if (is_there & is_inside).any():
            image = bpy.data.objects.new("solid", mesh)
            scene.collection.objects.link(image)
            animate(image, frames, [UPRIGHT @ pose for pose in poses])
            animate_visibility(image, frames, is_there & is_inside)


def leave_out(what, why):
    print(f"warning: {what} is left out: {type(why).__name__}: {why}", file=sys.stderr)


def add_solids(scene, settings):
    material = plain_material("solid", (0.55, 0.5, 0.45, 1.0))
    for number, solid in enumerate(settings.get("solid", []), 1):
        try:
            add_solid(scene, solid, settings["domain"], settings["time"]["fps"], material)
        except Exception as why:  # whatever it is, the others can be shown
            leave_out(f"solid {number} ({solid['shape']})", why)


def move_tank(scene, settings, floor):
    """All that is in a tank that is shaken or rolled hangs on an object that moves. The floor lies below its lowest place."""
    tank, frames = settings.get("frame", {}), range(scene.frame_start, scene.frame_end + 1)
    if not tank.get("keyframes") and not tank.get("motion_file"):
        return
    try:
        poses = poses_of_tank(tank, numpy.array(frames) / settings["time"]["fps"])
    except Exception as why:
        return leave_out("the motion of the tank", why)
    empty = bpy.data.objects.new("tank", None)
    for thing in scene.collection.objects:
        if thing.name.startswith(("fluid", "solid")):
            thing.parent = empty
    scene.collection.objects.link(empty)
    animate(empty, frames, [UPRIGHT @ pose @ UPRIGHT.inverted() for pose in poses])
    floor.location.z += min(0.0, bounds_in(poses, ((0, 0, 0), settings["domain"]["size"]))[0][:, 1].min())


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


def read_scene(run):
    """The scene of a run, from run.json. The files that it names have their whole paths in scene.toml, in the same order."""
    try:
        record, toml = (open(os.path.join(run, name), encoding="utf-8").read() for name in ("run.json", "scene.toml"))
    except FileNotFoundError as missing:
        sys.exit(f"{run} is not the folder of a run: it has no {os.path.basename(missing.filename)}")
    names = ("file", "motion_file", "gravity_file")
    paths = iter(re.findall(rf'\b(?:{"|".join(names)}) = ("(?:[^"\\]|\\.)*")', toml))

    def with_whole_paths(pairs):
        return {key: json.loads(next(paths)) if key in names else value for key, value in pairs}

    settings = json.loads(record, object_pairs_hook=with_whole_paths)["scene"]
    for edit in [edit for command in settings.get("command", []) for edit in command["edits"]]:
        try:
            change_solids(settings.setdefault("solid", []), edit)
        except Exception as why:
            leave_out(f"what was done by hand, {edit},", why)
    return settings


def change_solids(solids, edit):
    """Does to the solids what was done by hand while the scene ran: walls were drawn and erased (with their start and end), solids
    dragged (with keyframes that hold all of the motion)."""
    match = re.fullmatch(r"\s*solid(?:\.(\d+)\.(\w+))?\s*(\+?)=\s*(.*)", edit, re.DOTALL)
    if not match:
        return
    number, key, adds, text = match.groups()
    value = json.loads(re.sub(r"(\w+)\s*=\s*", r'"\1": ', text))
    if not number:
        solids.append(value)
    elif adds:
        solids[int(number) - 1].setdefault(key, []).append(value)
    else:
        solids[int(number) - 1][key] = value


def build(run, wish, width=None, height=None, samples=128):
    settings = read_scene(run)
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
    floor = add_floor(size)
    add_solids(scene, settings)
    move_tank(scene, settings, floor)
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
