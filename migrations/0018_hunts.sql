CREATE TABLE `hunt_call_ins` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`puzzle_id` text NOT NULL,
	`user_id` text NOT NULL,
	`normalized` text NOT NULL,
	`raw` text NOT NULL,
	`result` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`puzzle_id`) REFERENCES `hunt_puzzles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `hunt_call_ins_by_answer` ON `hunt_call_ins` (`puzzle_id`,`normalized`,`result`);--> statement-breakpoint
CREATE UNIQUE INDEX `hunt_call_ins_once` ON `hunt_call_ins` (`puzzle_id`,`user_id`,`normalized`);--> statement-breakpoint
CREATE TABLE `hunt_hints` (
	`puzzle_id` text NOT NULL,
	`key` text NOT NULL,
	`hint` text NOT NULL,
	PRIMARY KEY(`puzzle_id`, `key`),
	FOREIGN KEY (`puzzle_id`) REFERENCES `hunt_puzzles`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `hunt_puzzles` (
	`id` text PRIMARY KEY NOT NULL,
	`hunt_id` text NOT NULL,
	`position` integer NOT NULL,
	`title` text NOT NULL,
	`body` text NOT NULL,
	`answer` text NOT NULL,
	`unlock_time` integer,
	FOREIGN KEY (`hunt_id`) REFERENCES `hunts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `hunt_puzzles_in_order` ON `hunt_puzzles` (`hunt_id`,`position`);--> statement-breakpoint
CREATE TABLE `hunts` (
	`id` text PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`description` text NOT NULL
);
