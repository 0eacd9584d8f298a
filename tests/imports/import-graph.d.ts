/** Files by the files that they import; paths from the root of the repository. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;
/** Imports between the TypeScript files of these folders. Type imports are included, packages and other files are not. */
export declare function importGraph(folders: readonly string[]): Map<string, readonly string[]>;
/** The same without type imports: what running code loads. */
export declare function loadGraph(folders: readonly string[]): Map<string, readonly string[]>;
/** Paths that a file imports from the repository: static, dynamic, as types, and of re-exports. */
export declare function importsOf(file: string, source: string): readonly string[];
/** Paths that a file imports from the repository for their values. */
export declare function loadedBy(file: string, source: string): readonly string[];
/** TypeScript files below a folder; paths from the root of the repository. */
export declare function filesBelow(folder: string): readonly string[];
