/** Circles of imports between files, of types too: each file of one can only be read with all others. Pure: the graph in, circles out. */

/**
 * @param imports a Map: for each file the files that it imports
 * @returns the circles, each as its files in the order of the alphabet
 */
export function importCircles(imports) {
  const circles = [];
  // Tarjan's algorithm: when each file was reached, and the first open file reachable from it.
  const places = new Map();
  const lows = new Map();
  const open = [];
  const visit = (file) => {
    places.set(file, places.size);
    lows.set(file, places.get(file));
    open.push(file);
    for (const other of imports.get(file) ?? []) {
      if (!imports.has(other)) continue;
      if (!places.has(other)) visit(other);
      if (open.includes(other)) lows.set(file, Math.min(lows.get(file), lows.get(other)));
    }
    if (lows.get(file) !== places.get(file)) return;
    const circle = open.splice(open.indexOf(file));
    if (circle.length > 1 || imports.get(file).includes(file)) circles.push(circle.sort());
  };
  for (const file of imports.keys()) if (!places.has(file)) visit(file);
  return circles.sort();
}
