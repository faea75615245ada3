/** One line of a command's result. */
export const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** One line beside the result: what the operator should look at. */
export const warn = (line: string): void => void process.stderr.write(`warning: ${line}\n`);
