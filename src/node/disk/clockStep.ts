/** So long, in milliseconds, two writes may bear one time: the clocks of some disks have steps as long. */
export const clockStep = 2500;
