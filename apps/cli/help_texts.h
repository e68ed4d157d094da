// What --help prints of each command behind its options.
#pragma once

namespace spindrift {

constexpr const char* kAbout =
    R"(Spindrift simulates liquids with particles on a grid (PIC, FLIP, APIC), and smoke and fire, in 2D and 3D.
A scene is a TOML file in SI units. Name it by its path or, if it comes with the program, by its name.)";

constexpr const char* kExamples = R"(
Examples:
  spindrift scenes                      list the scenes that come with the program
  spindrift run dam_break_2d            simulate one into out/dam_break_2d
  spindrift run rising_plume_2d         simulate smoke
  spindrift view dam_break_2d           run it interactively in a browser
  spindrift render out/dam_break_3d     make pictures and a movie of a run
  spindrift check my_scene.toml         print what would run, without running it
  spindrift validate --quick --tier 1   compare with exact solutions and experiments

Each command has its own --help.
Exit codes: 0 done, 1 the run failed, 2 bad input; ended early by Ctrl-C 130, SIGTERM 143, SIGHUP 129, or a
closed pipe at standard output 141.)";

constexpr const char* kRunExamples = R"(
Examples:
  spindrift run dam_break_2d
  spindrift run dam_break_3d --out /data/dam --set domain.resolution=128 --frames 60
  spindrift run my_scene.toml --set solver.transfer=apic --set 'forces.gravity=[0, -1.62]'
  spindrift run dam_break_3d --out /data/dam --set domain.resolution=128 --frames 120 --resume

Writes into DIR:
  particles/frame_0000.ply   positions, velocities and columns; also .vtp, .vdb (output.formats)
  volumes/frame_0000.vti     the grid; also .vdb, .raw (output.volumes)
  surface/frame_0000.ply     the liquid's surface; also .obj (surface.write)
  frames/frame_0000.png      pictures of 2D scenes and smoke; of 3D liquids with render.during_run
  movie.mp4                  from the pictures, if ffmpeg is installed
  particles.pvd, volumes.pvd the .vtp and .vti files of all frames with their times
  probes.csv                 the values of the [[probe]] tables
  stats.jsonl, memory.csv    statistics and memory, a line per frame
  report.html                charts, pictures, times and the scene on one page
  scene.toml, run.json       the scene with every default filled in; version and totals
  checkpoints/               the full state, for --resume
  checksums.txt              size and checksum of each file, for info
Frame 0 is the initial state. Ctrl-C (130), SIGTERM (143), SIGHUP (129) and a closed pipe at standard output (141)
end the run after the current sub-step, with that exit code. Finished files stay, and a checkpoint is written. A
second Ctrl-C ends it at once. If DIR holds the results of a run, add --resume to continue it or --overwrite to
replace it; files that no run has written stay as they are. Only one run at a time writes into a folder.)";

constexpr const char* kCheckExamples = R"(
Examples:
  spindrift check dam_break_3d
  spindrift check dam_break_3d --set domain.resolution=256     does it fit into memory?
  spindrift check my_scene.toml
  spindrift check my_scene.toml --json                         grid, keys with defaults, columns of tables

Runs nothing and writes nothing. Exit code 2 if the scene is refused, 0 if there are only warnings.)";

constexpr const char* kScenesExamples = R"(
Examples:
  spindrift scenes
  spindrift scenes | grep 3d

Prints one scene per line: its name, for run, view, check, stages and bench, and its title. If the environment
variable SPINDRIFT_SCENES names a folder, that folder is listed instead, and searched first.)";

constexpr const char* kStagesExamples = R"(
Examples:
  spindrift stages dam_break_2d
  spindrift stages dam_break_2d --set solver.method=classic     the rows of the classic method
  spindrift stages dam_break_2d --fields                               what each row reads and writes

Prints one row per stage, in the order of the step, with its source file.)";

constexpr const char* kInfoExamples = R"(
Examples:
  spindrift info out/dam_break_2d/particles/frame_0060.ply
  spindrift info out/dam_break_2d/stats.jsonl out/dam_break_2d/run.json
  spindrift info out/dam_break_2d                              are all its files undamaged?

Recognizes a file by its content, not its name, and reads all of it. Exit code 2 if a file is damaged or was not
written by this program.)";

constexpr const char* kBenchExamples = R"(
Examples:
  spindrift bench seed_pendant --threads 1 --steps 100
  spindrift bench dam_break_3d --set domain.resolution=128 --json

Times are processor time of the steps alone, summed over all threads, except those named wall. Writes nothing.
stage_seconds are processor seconds over all measured steps. copy_bandwidth counts bytes read and written per
second. roofline_fraction is the time that the least possible memory traffic takes at that rate, over the time
measured.)";

constexpr const char* kValidateExamples = R"(
Examples:
  spindrift validate --list                              list the cases
  spindrift validate --tier 1                            the cases that every release must pass
  spindrift validate A03 E01 --threads 2                 some of them
  spindrift validate --quick --tier 1                    small sizes: takes seconds
  spindrift validate my_case.toml                        your own case, see docs/validation.md
  spindrift validate --set liquid.solver.transfer=apic   all cases with another transfer

Writes into DIR: CASE/RUN, a folder for each run; plots/CASE.svg; report.html, report.json and report.md with every
score and its target. --resume ignores the program's version: omit it after a change of the solver.
Exit code 0 if all cases pass, 1 if one fails, 2 if a case's file is wrong. Files are checked before anything runs.)";

constexpr const char* kRenderExamples = R"(
Examples:
  spindrift run dam_break_3d && spindrift render out/dam_break_3d
  spindrift render out/dam_break_3d --frames 20..40 --samples 64
  spindrift render out/dam_break_3d --frames 30 --camera 2.5,1.2,2.0 --target 0.5,0.2,0.5
  spindrift render out/dam_break_3d --style particles     quick, and without Embree
  spindrift render out/dam_break_2d --set output.color=speed

Reads the particles, meshes or volumes of a run and writes frames/frame_0000.png, ... into its folder. If there are
several pictures and ffmpeg is installed, it also writes movie.mp4. The scene's [render] and [surface] set the look
of 3D liquids, [output] that of all other scenes; --set changes them.)";

constexpr const char* kViewExamples = R"(
Examples:
  spindrift view dam_break_2d
  spindrift view dam_break_3d --set domain.resolution=96 --threads 8
  spindrift view out/dam_break_3d                             the frames of a finished run
  spindrift view my_scene.toml --port 0 --no-browser          on a free port, without opening a browser
  spindrift view dam_break_3d --bind 0.0.0.0                  also for browsers on other machines

Prints the address of the page and opens a browser there. The scene runs in this program; the page shows it and
sends your changes to it. Any number of pages may be open, and closing them changes nothing. Ctrl-C ends the view
and leaves a checkpoint and a recording in DIR, from which 'spindrift run' continues; a second Ctrl-C ends it at
once and leaves nothing. If this machine is remote: ssh -L 8421:127.0.0.1:8421 MACHINE, then open the address on
your own machine. Only this machine can connect, unless --bind says otherwise; the address then contains a token,
which visitors need. The environment variable SPINDRIFT_WEB may name the folder of another page.)";

}  // namespace spindrift
