import type { Command } from 'commander';
import * as v from 'valibot';
import { listManual, manualTopic, readManual } from '#config/crew-manual.ts';
import { WrongUse } from './failure.ts';

/** Lists the topics of the crew's manual, for `--help`. */
export function formatTopics(): string {
  const pages = listManual();
  const width = Math.max(...pages.map(({ topic }) => topic.length));
  const lines = pages.map(({ topic, title }) => `  ${topic.padEnd(width)}  ${title}`);
  return `\nCrew manual (gangway help TOPIC):\n${lines.join('\n')}\n`;
}

/** Prints a page of the manual, or the help of a command. Throws WrongUse for any other word. */
export function printHelp(program: Command, topic?: string): void {
  if (topic !== undefined && v.is(manualTopic, topic)) process.stdout.write(readManual(topic));
  else findCommand(program, topic).outputHelp();
}

function findCommand(program: Command, name?: string): Command {
  const command = name === undefined ? program : program.commands.find((candidate) => candidate.name() === name);
  if (command) return command;
  throw new WrongUse(`Unknown topic or command '${name}'. Run gangway help for a list.`);
}
