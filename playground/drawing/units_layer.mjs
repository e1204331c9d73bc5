// The agents: one disc each, stamped from a few small pictures, so that ten thousand of them are drawn in each frame.

const LEAST_RADIUS = 1.1; // CSS pixels: smaller ones would be lost
const stamps = new Map();

/**
 * @param {Object} army positions and radii
 * @param {string[]} colours
 * @param {Uint8Array | Uint32Array} which colour each agent has
 */
export function drawUnits(pencil, view, army, colours, which) {
  const { positions, radii } = army;
  const { ratio } = view;
  pencil.setTransform(1, 0, 0, 1, 0, 0);
  pencil.clearRect(0, 0, view.width * ratio, view.height * ratio);
  for (let agent = 0; agent < radii.length; agent += 1) {
    const [x, y] = view.toScreen(positions[3 * agent], positions[3 * agent + 1]);
    const radius = Math.max(radii[agent] * view.scale, LEAST_RADIUS);
    if (x < -radius || y < -radius || x > view.width + radius || y > view.height + radius) continue;
    const stamp = stampOf(colours[which[agent]], radius * ratio);
    pencil.drawImage(stamp, Math.round(x * ratio - stamp.width / 2), Math.round(y * ratio - stamp.height / 2));
  }
}

/** A disc with a pale edge, which tells it from its neighbour; radius in device pixels, to a quarter of one. */
function stampOf(colour, radius) {
  const rounded = Math.max(Math.round(radius * 4) / 4, 0.5);
  const key = `${colour} ${rounded}`;
  if (!stamps.has(key)) {
    if (stamps.size > 2000) stamps.clear();
    stamps.set(key, makeStamp(colour, rounded));
  }
  return stamps.get(key);
}

function makeStamp(colour, radius) {
  const side = 2 * Math.ceil(radius + 1);
  const canvas = new OffscreenCanvas(side, side);
  const pencil = canvas.getContext('2d');
  pencil.fillStyle = colour;
  pencil.beginPath();
  pencil.arc(side / 2, side / 2, radius, 0, 2 * Math.PI);
  pencil.fill();
  if (radius >= 3) {
    pencil.strokeStyle = 'rgba(255, 255, 255, 0.75)';
    pencil.lineWidth = Math.min(radius / 5, 2);
    pencil.beginPath();
    pencil.arc(side / 2, side / 2, radius - pencil.lineWidth / 2, 0, 2 * Math.PI);
    pencil.stroke();
  }
  return canvas;
}
