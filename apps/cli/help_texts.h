// What --help says of each command, behind its options.
#pragma once

namespace spindrift {

constexpr const char* kAbout =
    "Spindrift simulates liquids with particles on a grid (PIC, FLIP, APIC), and smoke and fire, in 2D and 3D.\n"
    "A scene is a TOML file in SI units, named by its path or, if it comes with the program, by its name.";

constexpr const char* kExamples =
    "\nExamples:\n"
    "  spindrift scenes                      what there is to run\n"
    "  spindrift run dam_break_2d            simulate it into out/dam_break_2d\n"
    "  spindrift run rising_plume_2d         the same for smoke\n"
    "  spindrift view dam_break_2d           touch it in a browser while it runs\n"
    "  spindrift render out/dam_break_3d     pictures and a movie of a run\n"
    "  spindrift check my_scene.toml         what would run, without running it\n"
    "  spindrift validate --quick --tier 1   how right it is, against exact solutions and experiments\n"
    "\nEach command has a --help of its own.\nExit codes: 0 done, 1 the run failed, 2 bad input; ended early by Ctrl-C "
    "130, SIGTERM 143, SIGHUP 129, or because\n"
    "nobody reads standard output any more 141.";

constexpr const char* kRunExamples =
    "\nExamples:\n"
    "  spindrift run dam_break_2d\n"
    "  spindrift run dam_break_3d --out /data/dam --set domain.resolution=128 --frames 60\n"
    "  spindrift run my_scene.toml --set solver.transfer=apic --set 'forces.gravity=[0, -1.62]'\n"
    "  spindrift run dam_break_3d --out /data/dam --set domain.resolution=128 --frames 120 --resume\n"
    "\nWrites into DIR:\n"
    "  particles/frame_0000.ply   positions, velocities and columns; also .vtp, .vdb (output.formats)\n"
    "  volumes/frame_0000.vti     the grid; also .vdb, .raw (output.volumes)\n"
    "  surface/frame_0000.ply     the liquid's surface; also .obj (surface.write)\n"
    "  frames/frame_0000.png      pictures of 2D scenes and smoke, of 3D liquids with render.during_run\n"
    "  movie.mp4                  of the pictures, if ffmpeg is installed\n"
    "  particles.pvd, volumes.pvd the .vtp and .vti files of all frames with their times\n"
    "  probes.csv                 what the [[probe]] tables ask for\n"
    "  stats.jsonl, memory.csv    statistics and memory, a line per frame\n"
    "  report.html                charts, pictures, times and the scene on one page\n"
    "  scene.toml, run.json       the scene with every default filled in; version and totals\n"
    "  checkpoints/               the full state, for --resume\n"
    "  checksums.txt              what each file was written with, for info\n"
    "Frame 0 is the initial state. Ctrl-C (130), SIGTERM (143), SIGHUP (129) and a pipe that nobody reads any more "
    "(141) end the\n"
    "run after the present sub-step, with that exit code; what is complete is kept, and a checkpoint written. A second "
    "Ctrl-C ends\n"
    "it at once. If DIR holds the results of a run, say whether to go on with them (--resume) or to replace them\n"
    "(--overwrite); files that no run has written stay as they are. One run at a time writes into a folder.";

constexpr const char* kCheckExamples =
    "\nExamples:\n"
    "  spindrift check dam_break_3d\n"
    "  spindrift check dam_break_3d --set domain.resolution=256     would it fit into the memory?\n"
    "  spindrift check my_scene.toml\n"
    "\nRuns nothing and writes nothing. Exit code 2 if the scene is refused; warnings alone do not change it.";

constexpr const char* kScenesExamples =
    "\nExamples:\n"
    "  spindrift scenes\n"
    "  spindrift scenes | grep 3d\n"
    "\nOne scene per line: its name, which run, check, stages and bench understand, and what it shows.\n"
    "A folder of your own that the environment variable SPINDRIFT_SCENES names takes the place of the program's in the "
    "list,\nand is searched before it for a scene by name.";

constexpr const char* kStagesExamples =
    "\nExamples:\n"
    "  spindrift stages dam_break_2d\n"
    "  spindrift stages dam_break_2d --set solver.pressure=gauss_seidel     the rows with classic drift devices\n"
    "  spindrift stages dam_break_2d --fields                               what each row reads and writes\n"
    "\nOne row per stage, in the order of the step, with the file that holds it.";

constexpr const char* kInfoExamples =
    "\nExamples:\n"
    "  spindrift info out/dam_break_2d/particles/frame_0060.ply\n"
    "  spindrift info out/dam_break_2d/stats.jsonl out/dam_break_2d/run.json\n"
    "  spindrift info out/dam_break_2d                              are all its files as they were written?\n"
    "\nReads the whole file, by its content and not by its name. Exit code 2 if one is damaged or not of this program.";

constexpr const char* kBenchExamples =
    "\nExamples:\n"
    "  spindrift bench seed_pendant --threads 1 --steps 100\n"
    "  spindrift bench dam_break_3d --set domain.resolution=128 --json\n"
    "\nTimes are processor time of the steps alone, summed over all threads, unless they say wall; nothing is "
    "written.\n"
    "stage_seconds are processor seconds over all measured steps. copy_bandwidth counts bytes read and written per "
    "second.\n"
    "roofline_fraction is the time the least possible memory traffic would take at that rate over the time taken.";

constexpr const char* kValidateExamples =
    "\nExamples:\n"
    "  spindrift validate --list                          which cases there are\n"
    "  spindrift validate --tier 1                        those that every release must pass\n"
    "  spindrift validate A03 E01 --threads 2             some of them\n"
    "  spindrift validate --quick --tier 1                small sizes: seconds\n"
    "  spindrift validate my_case.toml                    one of your own; docs/validation.md says how to write it\n"
    "  spindrift validate --set liquid.solver.transfer=apic   all cases with another way to compute a step\n"
    "\nWrites into DIR: CASE/RUN, a folder for each run; plots/CASE.svg; report.html, report.json and report.md with "
    "every\n"
    "score beside what was asked. --resume does not look at the program's version: leave it out after a change of the "
    "solver.\n"
    "Exit code 0 if all cases pass that were run, 1 if one fails, 2 if a case's file is wrong: that is found before "
    "anything runs.";

constexpr const char* kRenderExamples =
    "\nExamples:\n"
    "  spindrift run dam_break_3d && spindrift render out/dam_break_3d\n"
    "  spindrift render out/dam_break_3d --frames 20..40 --samples 64\n"
    "  spindrift render out/dam_break_3d --frames 30 --camera 2.5,1.2,2.0 --target 0.5,0.2,0.5\n"
    "  spindrift render out/dam_break_3d --style particles     quick, and without Embree\n"
    "  spindrift render out/dam_break_2d --set output.color=speed\n"
    "\nReads the particles, meshes or volumes of a run, writes frames/frame_0000.png, ... into its folder, and "
    "movie.mp4 "
    "if\n"
    "there are several and ffmpeg is installed. The scene's [render] and [surface] say how a 3D liquid looks, "
    "[output]\n"
    "all else, and --set changes them.";

constexpr const char* kViewExamples =
    "\nExamples:\n"
    "  spindrift view dam_break_2d\n"
    "  spindrift view dam_break_3d --set domain.resolution=96 --threads 8\n"
    "  spindrift view out/dam_break_3d                             the frames of a run that is there\n"
    "  spindrift view my_scene.toml --port 0 --no-browser          on a free port, for a browser that you open\n"
    "  spindrift view dam_break_3d --bind 0.0.0.0                  for browsers on other machines, too\n"
    "\nPrints the address of the page and opens a browser there. The scene runs in this program; the page shows it, "
    "and "
    "passes on\n"
    "what you do to it. Any number of pages may look on, and closing them changes nothing. Ctrl-C ends it and leaves "
    "a\n"
    "checkpoint and a scene with all that was done, in DIR, from which 'spindrift run' can go on; a second Ctrl-C ends "
    "it at\n"
    "once, without. Of a machine that you reach by ssh: ssh -L 8421:127.0.0.1:8421 MACHINE, and open the address "
    "here.\n"
    "Only this machine may connect, unless --bind says otherwise; the address then holds a token, and only who has it "
    "may\nlook on. The environment variable SPINDRIFT_WEB may name the folder of another page.";

}  // namespace spindrift
