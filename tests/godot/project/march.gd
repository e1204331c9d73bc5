# Five hundred soldiers are ordered through the library's C surface. The rays of the order are answered by this scene's physics,
# a few in each physics frame and a frame late; then the soldiers walk to their goals over the same bodies.
extends Spatial

const PhalanxArmy = preload("res://phalanx_army.gdns")

const SOLDIERS = 500
# Collision layers.
const GROUND = 1
const OBSTACLE = 2
# Numbers of phalanx.h.
const OK = 0
const PARTIAL = 1
const IN_PROGRESS = 2
const NEEDS_TRACES = 3
const HIT_NONE = 0
const HIT_GROUND = 1
const HIT_OBSTACLE = 2

const RAYS_PER_FRAME = 40
const STEP_MICROSECONDS = 300
# Physics frames before the order: bodies are in the space after the first.
const SETTLING = 3
# Physics frames after the order; half a minute for the order itself, whose frames may be quicker than a clock's.
const PATIENCE = 3000
const ORDER_MILLISECONDS = 30000
# Metres per second, and metres.
const SPEED = 8.0
const HEIGHT_TOLERANCE = 0.01

enum Phase { SETTLE, FORM_UP, WALK, END }

var army
var phase = Phase.SETTLE
var own_threads = false
var goals = null
var reached = []
var answers = null
var physics_frames = 0
var idle_frames = 0
var job_frames = 0
var rays = 0
var ray_frames = 0
var ground_hits = 0
var obstacle_hits = 0
var ordered_at = 0
var highest_error = 0.0


func _ready():
	own_threads = OS.get_environment("PHALANX_GODOT_THREADS") != "1"
	build_terrain()
	for index in range(SOLDIERS):
		var soldier = Spatial.new()
		soldier.translation = start_of(index)
		$Soldiers.add_child(soldier)
		reached.append(false)


# Where a soldier stands at first: a heap without order. Whole 32nds of a metre, which a float holds exactly.
func start_of(index):
	var x = (index * 7919 % 1601) / 32.0 - 25.0
	var z = (index * 6007 % 1217) / 32.0 + 12.0
	return Vector3(x, 0.0, z)


func build_terrain():
	var file = File.new()
	if file.open("res://terrain.csv", File.READ) != 0:
		fail("terrain.csv cannot be read")
		return
	file.get_csv_line()
	while not file.eof_reached():
		var line = file.get_csv_line()
		if line.size() == 6:
			add_body(line[0], Vector3(float(line[1]), 0.0, float(line[2])), float(line[3]), float(line[4]), float(line[5]))
	file.close()


func add_body(kind, center, half_x, half_z, height):
	var shape
	if kind == "roof" or kind == "ridge":
		# A tent whose ridge runs along z, as the two slopes of a terrain mesh: a convex shape's answers are rounded at its edges.
		var left = [Vector3(-half_x, 0, -half_z), Vector3(-half_x, 0, half_z)]
		var ridge = [Vector3(0, height, -half_z), Vector3(0, height, half_z)]
		var right = [Vector3(half_x, 0, -half_z), Vector3(half_x, 0, half_z)]
		shape = ConcavePolygonShape.new()
		shape.set_faces(PoolVector3Array([
			left[0], ridge[0], left[1], left[1], ridge[0], ridge[1],
			ridge[0], right[0], ridge[1], ridge[1], right[0], right[1]]))
	else:
		shape = BoxShape.new()
		shape.extents = Vector3(half_x, height, half_z)
	var body = StaticBody.new()
	body.collision_layer = OBSTACLE if kind == "house" or kind == "rock" else GROUND
	var collision = CollisionShape.new()
	collision.shape = shape
	body.add_child(collision)
	body.translation = center
	$Terrain.add_child(body)


func _process(_delta):
	idle_frames += 1


func _physics_process(delta):
	physics_frames += 1
	if physics_frames - job_frames > PATIENCE:
		fail("after %d frames %d soldiers have not arrived" % [PATIENCE, reached.count(false)])
	match phase:
		Phase.SETTLE:
			if physics_frames >= SETTLING:
				order()
		Phase.FORM_UP:
			form_up()
		Phase.WALK:
			walk(delta)


func order():
	var places = PoolVector3Array()
	for soldier in $Soldiers.get_children():
		places.append(soldier.translation)
	army = PhalanxArmy.new()
	var status = army.order(places, 0 if own_threads else 1, OS.get_environment("PHALANX_GODOT_RECORD"))
	if status != OK:
		fail("order: " + army.error())
		return
	ordered_at = OS.get_ticks_msec()
	phase = Phase.FORM_UP


# One physics frame of the order: hands in the last frame's hits, lets the job go on, asks the scene this frame's rays.
func form_up():
	job_frames += 1
	if OS.get_ticks_msec() - ordered_at > ORDER_MILLISECONDS:
		fail("the order takes more than half a minute")
		return
	if answers != null:
		var status = army.submit_hits(answers[0], answers[1], answers[2])
		if status != OK and status != NEEDS_TRACES:
			fail("submit_hits: " + army.error())
		answers = null
	var status = army.poll() if own_threads else army.step(STEP_MICROSECONDS)
	match status:
		OK, PARTIAL:
			goals = army.finish()
			if goals == null or goals.size() != SOLDIERS:
				fail("finish: " + army.error())
				return
			phase = Phase.WALK
		NEEDS_TRACES:
			ask_the_scene(army.take_rays(RAYS_PER_FRAME))
		IN_PROGRESS:
			pass
		_:
			fail("the job: " + army.error())


func ask_the_scene(ends):
	if ends.size() == 0:
		return
	var space = get_world().direct_space_state
	var points = PoolVector3Array()
	var normals = PoolVector3Array()
	var kinds = PoolByteArray()
	for at in range(0, ends.size(), 2):
		var met = space.intersect_ray(ends[at], ends[at + 1], [], GROUND | OBSTACLE)
		if met.empty():
			points.append(Vector3())
			normals.append(Vector3())
			kinds.append(HIT_NONE)
			continue
		var is_ground = met.collider.collision_layer == GROUND
		points.append(met.position)
		normals.append(met.normal)
		kinds.append(HIT_GROUND if is_ground else HIT_OBSTACLE)
		if is_ground:
			ground_hits += 1
		else:
			obstacle_hits += 1
	rays += kinds.size()
	ray_frames += 1
	answers = [points, normals, kinds]


func walk(delta):
	var space = get_world().direct_space_state
	for index in range(SOLDIERS):
		if reached[index]:
			continue
		var soldier = $Soldiers.get_child(index)
		var goal = goals[index]
		var way = Vector3(goal.x - soldier.translation.x, 0, goal.z - soldier.translation.z)
		var arrives = way.length() <= SPEED * delta
		var place = Vector3(goal.x, 0, goal.z) if arrives else soldier.translation + way.normalized() * SPEED * delta
		var met = space.intersect_ray(Vector3(place.x, 20, place.z), Vector3(place.x, -20, place.z), [], GROUND)
		if met.empty():
			fail("soldier %d walked off the ground" % index)
			return
		place.y = met.position.y
		soldier.translation = place
		if arrives:
			highest_error = max(highest_error, abs(place.y - goal.y))
			reached[index] = soldier.translation.distance_to(goal) <= HEIGHT_TOLERANCE
			if not reached[index]:
				fail("soldier %d stands at %s, its goal is %s" % [index, place, goal])
				return
	if reached.count(false) == 0:
		end()


func end():
	phase = Phase.END
	print("PHALANX ", to_json({
		"physics_frames": physics_frames, "idle_frames": idle_frames, "job_frames": job_frames,
		"rays": rays, "ray_frames": ray_frames, "ground_hits": ground_hits, "obstacle_hits": obstacle_hits,
		"soldiers": $Soldiers.get_child_count(), "reached": reached.count(true), "own_threads": own_threads,
		"hash": army.hash_of_results(), "height_error": highest_error}))
	army = null
	get_tree().quit(0)


func fail(why):
	printerr("FAILED ", why)
	phase = Phase.END
	get_tree().quit(1)
