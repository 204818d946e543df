// Names the folders of the storage that belong to the history.

/** Folder of the entries' JSON files. */
export const journalFolder = 'journal';
/** Folder of the packs, the copies of large files, and the contents stored by earlier versions. */
export const blobsFolder = 'blobs';
/** Folder of the leases. Keeps the name given by earlier versions, whose windows may be open at the same time. */
export const leasesFolder = 'owners';
export const claimsFolder = 'claims';

export const storageFolders = [journalFolder, blobsFolder, leasesFolder, claimsFolder] as const;
