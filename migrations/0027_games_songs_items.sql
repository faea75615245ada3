CREATE TABLE `board_game_favorites` (
	`user_id` text NOT NULL,
	`subject_id` text NOT NULL,
	PRIMARY KEY(`user_id`, `subject_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`subject_id`) REFERENCES `board_games`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `board_games` (
	`id` text PRIMARY KEY NOT NULL,
	`entry` text NOT NULL,
	`game_name` text GENERATED ALWAYS AS ((entry ->> '$.gameName')) VIRTUAL,
	`number` integer NOT NULL,
	`is_sample` integer NOT NULL,
	`deleted_at` integer
);
--> statement-breakpoint
CREATE TABLE `karaoke_favorites` (
	`user_id` text NOT NULL,
	`subject_id` text NOT NULL,
	PRIMARY KEY(`user_id`, `subject_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `karaoke_libraries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`song_count` integer NOT NULL,
	`is_current` integer DEFAULT false NOT NULL,
	`is_sample` integer NOT NULL,
	`touched_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `karaoke_library_current` ON `karaoke_libraries` (`is_current`) WHERE is_current = 1;--> statement-breakpoint
CREATE TABLE `karaoke_performances` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`song_id` text NOT NULL,
	`artist` text NOT NULL,
	`title` text NOT NULL,
	`words` text GENERATED ALWAYS AS ((artist || ' ' || title)) VIRTUAL,
	`performers` text NOT NULL,
	`manager_id` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`manager_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `karaoke_performances_by_song` ON `karaoke_performances` (`song_id`,`id`);--> statement-breakpoint
CREATE TABLE `karaoke_songs` (
	`id` integer PRIMARY KEY NOT NULL,
	`song_id` text NOT NULL,
	`artist` text NOT NULL,
	`title` text NOT NULL,
	`words` text GENERATED ALWAYS AS ((artist || ' ' || title)) VIRTUAL,
	`initial` text NOT NULL,
	`is_midi` integer NOT NULL,
	`is_voice_reduced` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `karaoke_songs_by_initial` ON `karaoke_songs` (`initial`,`id`);--> statement-breakpoint
CREATE INDEX `karaoke_songs_by_song` ON `karaoke_songs` (`song_id`,`id`);--> statement-breakpoint
CREATE TABLE `quartermaster_edits` (
	`id` text PRIMARY KEY NOT NULL,
	`editor_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`item_id` text NOT NULL,
	`item_name` text NOT NULL,
	`item_description` text,
	`location` text,
	`hide_owner_name` integer NOT NULL,
	FOREIGN KEY (`editor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`item_id`) REFERENCES `quartermaster_items`(`item_id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `quartermaster_edits_by_item` ON `quartermaster_edits` (`item_id`);--> statement-breakpoint
CREATE TABLE `quartermaster_items` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`item_id` text NOT NULL,
	`owner_id` text NOT NULL,
	`category` text NOT NULL,
	`item_name` text NOT NULL,
	`item_description` text,
	`location` text,
	`contact_id` text,
	`hide_owner_name` integer NOT NULL,
	`moderation_state` text DEFAULT 'normal' NOT NULL,
	`modified_at` integer NOT NULL,
	`deleted_at` integer,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`contact_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `quartermaster_items_item_id_unique` ON `quartermaster_items` (`item_id`);--> statement-breakpoint
CREATE INDEX `quartermaster_items_live` ON `quartermaster_items` (`id`,`owner_id`,`category`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `quartermaster_items_by_owner` ON `quartermaster_items` (`owner_id`,`id`,`category`) WHERE deleted_at IS NULL;