/** Milliseconds within which two writes may have the same time: the resolution of some disks' clocks. */
export const clockStep = 2500;
