CREATE TABLE `command_messages` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`created_at` integer NOT NULL,
	`kind` text NOT NULL,
	`content` text NOT NULL
);
