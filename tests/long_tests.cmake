# Seconds that long tests took on two cores. Read by ctest after it has found the tests: those that cost more begin first, so that
# none is left to run alone at the end. What is not here counts as nothing; what no longer exists is passed over.
foreach(test IN ITEMS
    25:Disk.of_every_kind_of_file_is_known_before
    37:Promises.volume_does_not_drift
    34:SmokeValidation.slow_the_lid_driven_cavity_meets_ghias_table_at_re_400
    32:Promises.still_water_comes_to_rest_with_apic
    25:Disk.of_a_run_as_the_scene_has_it_is_known_before
    23:ThinSolids.a_blade_that_spins_keeps_the_water_on_its_side
    23:Info.knows_every_file_of_a_run
    22:Validate.quick_cases_of_tier_1_pass
    22:Promises.still_water_comes_to_rest_with_the_classic_method
    16:Promises.water_rests_on_a_beach
    16:BadInput.numbers_at_the_ends_of_their_ranges_run_and_those_beyond_are_refused
    14:Honey.a_sheet_of_honey_folds_to_and_fro_on_its_pile
    12:Promises.a_paddle_at_twenty_cells_per_frame_lets_none_escape
    12:Memory.the_estimate_is_near_the_peak_of_a_run
    12:OutOfMemory.is_an_error_of_a_run
    12:Scenes.every_shipped_scene_is_listed_and_passes_the_check
    11:OutOfMemory.is_an_error_of_pictures_of_water
    10:Promises.still_water_comes_to_rest
    9:TimeStepping.a_wave_loses_no_more_in_steps_of_changing_length_than_in_equal_ones
    9:SmokeValidation.the_lid_driven_cavity_meets_ghias_table_at_re_100
    9:SmokeOutlet.a_tenth_below_an_open_top_a_plume_is_as_wide_and_as_fast_as_under_more_sky)
  string(REPLACE ":" ";" parts "${test}")
  list(GET parts 0 seconds)
  list(GET parts 1 name)
  set_tests_properties(${name} PROPERTIES COST ${seconds})
endforeach()
