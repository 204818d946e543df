/** The scheme of the audit log's pages. */
export const auditScheme = 'redline-audit';
