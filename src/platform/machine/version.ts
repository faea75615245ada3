import project from '../../../package.json' with { type: 'json' };

/** Version of this build, from package.json; the build embeds it in the executable. */
export const version: string = project.version;
