CREATE TABLE `login_addresses` (
	`user_id` text NOT NULL,
	`address_hash` text NOT NULL,
	`last_login_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `address_hash`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `login_tokens` (
	`user_id` text PRIMARY KEY NOT NULL,
	`nonce` text NOT NULL,
	`token_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `login_tokens_token_hash_unique` ON `login_tokens` (`token_hash`);--> statement-breakpoint
CREATE TABLE `registration_codes` (
	`code` text PRIMARY KEY NOT NULL,
	`user_id` text,
	`is_for_discord_user` integer DEFAULT false NOT NULL,
	`discord_username` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `registration_codes_user_id_unique` ON `registration_codes` (`user_id`);--> statement-breakpoint
CREATE INDEX `registration_codes_by_reserve` ON `registration_codes` (`is_for_discord_user`);--> statement-breakpoint
CREATE TABLE `live_deliveries` (
	`user_id` text NOT NULL,
	`number` integer NOT NULL,
	`frame_id` integer NOT NULL,
	PRIMARY KEY(`user_id`, `number`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`frame_id`) REFERENCES `live_frames`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `live_deliveries_by_frame` ON `live_deliveries` (`frame_id`);--> statement-breakpoint
CREATE TABLE `live_frames` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`topic` text NOT NULL,
	`body` text NOT NULL,
	`author_id` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `live_frames_by_time` ON `live_frames` (`created_at`);--> statement-breakpoint
CREATE TABLE `live_positions` (
	`user_id` text PRIMARY KEY NOT NULL,
	`newest` integer NOT NULL,
	`forgotten` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `reminders` (
	`kind` text NOT NULL,
	`subject_id` text NOT NULL,
	`due_at` integer NOT NULL,
	`outcome` text NOT NULL,
	`recorded_at` integer NOT NULL,
	PRIMARY KEY(`kind`, `due_at`, `subject_id`)
);
--> statement-breakpoint
CREATE TABLE `borrowed_avatars` (
	`user_id` text PRIMARY KEY NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `profile_edits` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`editor_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`profile` text,
	`user_image` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`editor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `profile_edits_by_user` ON `profile_edits` (`user_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `moderator_actions` (
	`id` text PRIMARY KEY NOT NULL,
	`action_type` text NOT NULL,
	`content_type` text NOT NULL,
	`content_id` text NOT NULL,
	`moderator_id` text NOT NULL,
	`target_user_id` text NOT NULL,
	`handling_group` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`moderator_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`target_user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `moderator_actions_by_time` ON `moderator_actions` (`created_at`);--> statement-breakpoint
CREATE TABLE `reports` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`content_id` text NOT NULL,
	`reported_user_id` text NOT NULL,
	`author_id` text NOT NULL,
	`message` text NOT NULL,
	`is_closed` integer DEFAULT false NOT NULL,
	`handled_by_id` text,
	`handling_group` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`reported_user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`handled_by_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `reports_by_user` ON `reports` (`reported_user_id`);--> statement-breakpoint
CREATE INDEX `reports_by_time` ON `reports` (`created_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `one_report_per_family` ON `reports` (`type`,`content_id`,`author_id`);--> statement-breakpoint
CREATE TABLE `retry_answers` (
	`user_id` text NOT NULL,
	`key` text NOT NULL,
	`fingerprint` text NOT NULL,
	`status` integer NOT NULL,
	`headers` text NOT NULL,
	`body` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `key`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `retry_answers_by_time` ON `retry_answers` (`created_at`);--> statement-breakpoint
CREATE TABLE `installation` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `settings` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `time_zone_changes` (
	`active_at` integer PRIMARY KEY NOT NULL,
	`abbreviation` text NOT NULL,
	`zone_id` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `alert_words` (
	`user_id` text NOT NULL,
	`word` text NOT NULL,
	PRIMARY KEY(`user_id`, `word`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `alert_words_by_word` ON `alert_words` (`word`);--> statement-breakpoint
CREATE TABLE `mute_words` (
	`user_id` text NOT NULL,
	`word` text NOT NULL,
	PRIMARY KEY(`user_id`, `word`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `user_blocks` (
	`family_id` text NOT NULL,
	`blocked_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`family_id`, `blocked_id`),
	FOREIGN KEY (`family_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`blocked_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `user_blocks_by_blocked` ON `user_blocks` (`blocked_id`);--> statement-breakpoint
CREATE TABLE `user_favorites` (
	`user_id` text NOT NULL,
	`favorite_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `favorite_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`favorite_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `user_favorites_by_favorite` ON `user_favorites` (`favorite_id`);--> statement-breakpoint
CREATE TABLE `user_mutes` (
	`user_id` text NOT NULL,
	`muted_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `muted_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`muted_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `user_notes` (
	`author_id` text NOT NULL,
	`subject_id` text NOT NULL,
	`note` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`author_id`, `subject_id`),
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`subject_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `user_roles` (
	`user_id` text NOT NULL,
	`role` text NOT NULL,
	PRIMARY KEY(`user_id`, `role`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `user_roles_by_role` ON `user_roles` (`role`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`username` text NOT NULL,
	`username_key` text NOT NULL,
	`family_id` text NOT NULL,
	`access_level` text NOT NULL,
	`password_hash` text,
	`recovery_key_hash` text,
	`recovery_code_spent` integer DEFAULT false NOT NULL,
	`recovery_failures` integer DEFAULT 0 NOT NULL,
	`quarantined_until` integer,
	`display_name` text,
	`real_name` text,
	`preferred_pronoun` text,
	`home_location` text,
	`room_number` text,
	`email` text,
	`message` text,
	`about` text,
	`dinner_team` text,
	`discord_username` text,
	`user_image` text,
	`user_search` text NOT NULL,
	`profile_state` text DEFAULT 'normal' NOT NULL,
	`profile_updated_at` integer NOT NULL,
	`username_changed_at` integer,
	`has_logged_in` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_username_key_unique` ON `users` (`username_key`);--> statement-breakpoint
CREATE INDEX `users_by_family` ON `users` (`family_id`);--> statement-breakpoint
CREATE INDEX `users_by_profile_time` ON `users` (`profile_updated_at`);--> statement-breakpoint
CREATE INDEX `users_of_staff` ON `users` (`access_level`) WHERE access_level <> 'verified';--> statement-breakpoint
CREATE TABLE `announcements` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`author_id` text NOT NULL,
	`text` text NOT NULL,
	`display_until` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`deleted_at` integer,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `announcements_seen` (
	`user_id` text PRIMARY KEY NOT NULL,
	`highest_id` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `daily_themes` (
	`id` text PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`info` text NOT NULL,
	`image` text,
	`cruise_day` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `daily_themes_cruise_day_unique` ON `daily_themes` (`cruise_day`);--> statement-breakpoint
CREATE TABLE `fez_edits` (
	`id` text PRIMARY KEY NOT NULL,
	`fez_id` text NOT NULL,
	`editor_id` text NOT NULL,
	`title` text NOT NULL,
	`info` text NOT NULL,
	`location` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`fez_id`) REFERENCES `fezzes`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`editor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `fez_edits_by_fez` ON `fez_edits` (`fez_id`);--> statement-breakpoint
CREATE TABLE `fez_former` (
	`fez_id` text NOT NULL,
	`user_id` text NOT NULL,
	PRIMARY KEY(`user_id`, `fez_id`),
	FOREIGN KEY (`fez_id`) REFERENCES `fezzes`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `fez_members` (
	`position` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`fez_id` text NOT NULL,
	`user_id` text NOT NULL,
	FOREIGN KEY (`fez_id`) REFERENCES `fezzes`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `fez_members_by_fez` ON `fez_members` (`fez_id`,`position`,`user_id`);--> statement-breakpoint
CREATE INDEX `fez_members_by_user` ON `fez_members` (`user_id`,`fez_id`);--> statement-breakpoint
CREATE TABLE `fez_posts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`fez_id` text NOT NULL,
	`author_id` text NOT NULL,
	`text` text NOT NULL,
	`image` text,
	`moderation_state` text DEFAULT 'normal' NOT NULL,
	`created_at` integer NOT NULL,
	`deleted_at` integer,
	FOREIGN KEY (`fez_id`) REFERENCES `fezzes`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `fez_posts_live` ON `fez_posts` (`fez_id`,`id`,`author_id`,`deleted_at`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE TABLE `fez_readers` (
	`fez_id` text NOT NULL,
	`user_id` text NOT NULL,
	`read_up_to` integer DEFAULT 0 NOT NULL,
	`is_added` integer DEFAULT false NOT NULL,
	`muted_at` integer,
	`is_favorite` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`user_id`, `fez_id`),
	FOREIGN KEY (`fez_id`) REFERENCES `fezzes`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `fezzes` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`owner_id` text NOT NULL,
	`title` text NOT NULL,
	`info` text NOT NULL,
	`location` text,
	`start_time` integer,
	`end_time` integer,
	`min_capacity` integer NOT NULL,
	`max_capacity` integer NOT NULL,
	`cancelled` integer DEFAULT false NOT NULL,
	`visibility` text NOT NULL,
	`moderation_state` text DEFAULT 'normal' NOT NULL,
	`created_at` integer NOT NULL,
	`last_modified_at` integer NOT NULL,
	`deleted_at` integer,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `fezzes_by_owner` ON `fezzes` (`owner_id`);--> statement-breakpoint
CREATE INDEX `fezzes_by_type_and_start` ON `fezzes` (`type`,`start_time`);--> statement-breakpoint
CREATE TABLE `event_favorites` (
	`user_id` text NOT NULL,
	`event_id` text NOT NULL,
	`favorite` integer DEFAULT false NOT NULL,
	`photographer` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`user_id`, `event_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `event_favorites_by_event` ON `event_favorites` (`event_id`);--> statement-breakpoint
CREATE INDEX `event_photographers` ON `event_favorites` (`event_id`) WHERE photographer = 1;--> statement-breakpoint
CREATE TABLE `events` (
	`id` text PRIMARY KEY NOT NULL,
	`uid` text NOT NULL,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`location` text NOT NULL,
	`event_type` text NOT NULL,
	`start_time` integer NOT NULL,
	`end_time` integer NOT NULL,
	`needs_photographer` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`deleted_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `events_uid_unique` ON `events` (`uid`);--> statement-breakpoint
CREATE INDEX `events_by_start` ON `events` (`start_time`);