/** The scheme of the sides of what is to be reviewed: `redline-baseline:/<path>?<address>`. */
export const reviewScheme = 'redline-baseline';
