/** How long each tea wants to be brewed, in minutes. */
const minutes = {
  black: 4,
  green: 2,
  white: 3,
};

export function brewingTime(tea) {
  return minutes[tea] * 60;
}
