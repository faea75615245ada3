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
CREATE TABLE `command_messages` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`created_at` integer NOT NULL,
	`kind` text NOT NULL,
	`content` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `idempotent_responses` (
	`user_id` text NOT NULL,
	`key` text NOT NULL,
	`fingerprint` text NOT NULL,
	`status` integer NOT NULL,
	`headers` text NOT NULL,
	`body` text,
	`is_body_left_out` integer NOT NULL,
	`size` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `key`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `idempotent_responses_by_time` ON `idempotent_responses` (`created_at`);--> statement-breakpoint
CREATE INDEX `idempotent_responses_by_user` ON `idempotent_responses` (`user_id`,`size`);--> statement-breakpoint
CREATE TABLE `job_runs` (
	`name` text PRIMARY KEY NOT NULL,
	`requested_at` integer,
	`started_at` integer,
	`finished_at` integer,
	`milliseconds` integer,
	`outcome` text,
	`has_failed` integer DEFAULT false NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`runs` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `event_log` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`topic` text NOT NULL,
	`place` text GENERATED ALWAYS AS (substr(topic, -6)) VIRTUAL,
	`kind` text NOT NULL,
	`subject_id` text NOT NULL,
	`recipients` text,
	`except_user_id` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`except_user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `event_log_by_place` ON `event_log` (`place`);--> statement-breakpoint
CREATE TABLE `reminders` (
	`kind` text NOT NULL,
	`subject_id` text NOT NULL,
	`starts_at` integer NOT NULL,
	`outcome` text NOT NULL,
	`recorded_at` integer NOT NULL,
	PRIMARY KEY(`kind`, `starts_at`, `subject_id`)
);
--> statement-breakpoint
CREATE TABLE `borrowed_avatars` (
	`user_id` text PRIMARY KEY NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `profile_edits` (
	`id` text PRIMARY KEY NOT NULL,
	`editor_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`user_id` text NOT NULL,
	`profile` text,
	`user_image` text,
	FOREIGN KEY (`editor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `profile_edits_by_user` ON `profile_edits` (`user_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `alert_hits` (
	`place` text NOT NULL,
	`content_id` integer NOT NULL,
	`word` text NOT NULL,
	`last_alert_id` integer NOT NULL,
	`passed_over` text NOT NULL,
	`counted_for` text,
	PRIMARY KEY(`place`, `content_id`, `word`)
);
--> statement-breakpoint
CREATE INDEX `alert_hits_by_word` ON `alert_hits` (`word`,`place`,`last_alert_id`);--> statement-breakpoint
CREATE TABLE `alert_word_totals` (
	`word` text NOT NULL,
	`place` text NOT NULL,
	`posts` integer NOT NULL,
	PRIMARY KEY(`word`, `place`)
);
--> statement-breakpoint
CREATE TABLE `alert_words` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` text NOT NULL,
	`word` text NOT NULL,
	`forum_offset` integer DEFAULT 0 NOT NULL,
	`forum_viewed` integer DEFAULT 0 NOT NULL,
	`microblog_offset` integer DEFAULT 0 NOT NULL,
	`microblog_viewed` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `alert_words_by_word` ON `alert_words` (`word`,`user_id`);--> statement-breakpoint
CREATE INDEX `alert_words_by_user` ON `alert_words` (`user_id`,`word`);--> statement-breakpoint
CREATE TABLE `hashtag_uses` (
	`place` text NOT NULL,
	`content_id` integer NOT NULL,
	`tag` text NOT NULL,
	`is_public` integer NOT NULL,
	PRIMARY KEY(`place`, `content_id`, `tag`)
);
--> statement-breakpoint
CREATE INDEX `hashtag_uses_by_tag` ON `hashtag_uses` (`tag`,`is_public`);--> statement-breakpoint
CREATE TABLE `hashtags` (
	`tag` text PRIMARY KEY NOT NULL,
	`public_posts` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `mention_totals` (
	`user_id` text NOT NULL,
	`counter` text NOT NULL,
	`total` integer NOT NULL,
	`viewed` integer NOT NULL,
	PRIMARY KEY(`user_id`, `counter`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `mentions` (
	`counter` text NOT NULL,
	`content_id` integer NOT NULL,
	`name` text NOT NULL,
	`user_id` text NOT NULL,
	PRIMARY KEY(`counter`, `content_id`, `name`, `user_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `mentions_by_user` ON `mentions` (`user_id`,`counter`);--> statement-breakpoint
CREATE TABLE `mute_words` (
	`user_id` text NOT NULL,
	`word` text NOT NULL,
	PRIMARY KEY(`user_id`, `word`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
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
CREATE INDEX `reports_open` ON `reports` (`created_at`) WHERE is_closed = 0 AND handled_by_id IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `one_report_per_family` ON `reports` (`type`,`content_id`,`author_id`);--> statement-breakpoint
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
CREATE TABLE `user_roles` (
	`user_id` text NOT NULL,
	`role` text NOT NULL,
	PRIMARY KEY(`user_id`, `role`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `user_roles_by_role` ON `user_roles` (`role`);--> statement-breakpoint
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
CREATE INDEX `user_mutes_by_muted` ON `user_mutes` (`muted_id`);--> statement-breakpoint
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
CREATE TABLE `daily_themes` (
	`id` text PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`info` text NOT NULL,
	`image` text,
	`has_own_image` integer DEFAULT false NOT NULL,
	`cruise_day` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `daily_themes_cruise_day_unique` ON `daily_themes` (`cruise_day`);--> statement-breakpoint
CREATE TABLE `feedback_reports` (
	`id` text PRIMARY KEY NOT NULL,
	`event_id` text NOT NULL,
	`author_id` text NOT NULL,
	`title` text NOT NULL,
	`location` text NOT NULL,
	`event_time` integer NOT NULL,
	`host_name` text NOT NULL,
	`attendance` text NOT NULL,
	`recap` text NOT NULL,
	`issues` text NOT NULL,
	`is_actionable` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`modified_at` integer NOT NULL,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `feedback_reports_by_event` ON `feedback_reports` (`event_id`);--> statement-breakpoint
CREATE INDEX `feedback_reports_by_time` ON `feedback_reports` (`modified_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `one_report_per_account` ON `feedback_reports` (`author_id`,`event_id`);--> statement-breakpoint
CREATE TABLE `fez_edits` (
	`id` text PRIMARY KEY NOT NULL,
	`editor_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`fez_id` text NOT NULL,
	`title` text NOT NULL,
	`info` text NOT NULL,
	`location` text,
	FOREIGN KEY (`editor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`fez_id`) REFERENCES `fezzes`(`id`) ON UPDATE no action ON DELETE no action
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
CREATE TABLE `fez_passed_over` (
	`user_id` text NOT NULL,
	`fez_id` text NOT NULL,
	`post_id` integer NOT NULL,
	PRIMARY KEY(`user_id`, `fez_id`, `post_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`fez_id`) REFERENCES `fezzes`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`post_id`) REFERENCES `fez_posts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
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
CREATE INDEX `fez_posts_by_fez` ON `fez_posts` (`fez_id`,`id`,`author_id`,`deleted_at`);--> statement-breakpoint
CREATE INDEX `fez_posts_by_author` ON `fez_posts` (`fez_id`,`author_id`,`deleted_at`);--> statement-breakpoint
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
CREATE INDEX `fez_readers_muted` ON `fez_readers` (`fez_id`) WHERE "muted_at" IS NOT NULL;--> statement-breakpoint
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
	`post_count` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`last_modified_at` integer NOT NULL,
	`deleted_at` integer,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `fezzes_by_owner` ON `fezzes` (`owner_id`);--> statement-breakpoint
CREATE INDEX `fezzes_by_type_and_start` ON `fezzes` (`type`,`start_time`);--> statement-breakpoint
CREATE TABLE `forum_categories` (
	`id` text PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`purpose` text NOT NULL,
	`view_level` text NOT NULL,
	`create_level` text NOT NULL,
	`required_role` text,
	`is_event_category` integer DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `forum_categories_title_unique` ON `forum_categories` (`title`);--> statement-breakpoint
CREATE TABLE `forum_edits` (
	`id` text PRIMARY KEY NOT NULL,
	`editor_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`forum_id` text NOT NULL,
	`title` text NOT NULL,
	`category_id` text,
	FOREIGN KEY (`editor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`forum_id`) REFERENCES `forums`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`category_id`) REFERENCES `forum_categories`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `forum_edits_by_forum` ON `forum_edits` (`forum_id`);--> statement-breakpoint
CREATE TABLE `forum_post_edits` (
	`id` text PRIMARY KEY NOT NULL,
	`editor_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`text` text NOT NULL,
	`images` text,
	`post_id` integer NOT NULL,
	FOREIGN KEY (`editor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`post_id`) REFERENCES `forum_posts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `forum_post_edits_by_post` ON `forum_post_edits` (`post_id`);--> statement-breakpoint
CREATE TABLE `forum_post_marks` (
	`post_id` integer NOT NULL,
	`user_id` text NOT NULL,
	`reaction` text,
	`is_bookmarked` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`user_id`, `post_id`),
	FOREIGN KEY (`post_id`) REFERENCES `forum_posts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `forum_post_marks_by_post` ON `forum_post_marks` (`post_id`) WHERE reaction IS NOT NULL;--> statement-breakpoint
CREATE TABLE `forum_posts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`author_id` text NOT NULL,
	`text` text NOT NULL,
	`images` text,
	`moderation_state` text DEFAULT 'normal' NOT NULL,
	`like_count` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`deleted_at` integer,
	`forum_id` text NOT NULL,
	`ordinal` integer NOT NULL,
	`is_pinned` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`forum_id`) REFERENCES `forums`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `forum_posts_by_forum` ON `forum_posts` (`forum_id`,`ordinal`);--> statement-breakpoint
CREATE INDEX `forum_posts_by_author` ON `forum_posts` (`author_id`,`forum_id`,`ordinal`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `forum_posts_deleted` ON `forum_posts` (`forum_id`,`ordinal`) WHERE deleted_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `forum_posts_pinned` ON `forum_posts` (`forum_id`) WHERE is_pinned = 1;--> statement-breakpoint
CREATE TABLE `forum_readers` (
	`user_id` text NOT NULL,
	`forum_id` text NOT NULL,
	`read_up_to` integer,
	`is_favorite` integer DEFAULT false NOT NULL,
	`is_muted` integer DEFAULT false NOT NULL,
	`changed_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `forum_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`forum_id`) REFERENCES `forums`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `forum_readers_muted` ON `forum_readers` (`user_id`,`forum_id`) WHERE is_muted = 1;--> statement-breakpoint
CREATE TABLE `forums` (
	`id` text PRIMARY KEY NOT NULL,
	`category_id` text NOT NULL,
	`creator_id` text NOT NULL,
	`title` text NOT NULL,
	`moderation_state` text DEFAULT 'normal' NOT NULL,
	`is_pinned` integer DEFAULT false NOT NULL,
	`event_id` text,
	`post_count` integer DEFAULT 0 NOT NULL,
	`posts_ever` integer DEFAULT 0 NOT NULL,
	`last_post_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`deleted_at` integer,
	FOREIGN KEY (`category_id`) REFERENCES `forum_categories`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`creator_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `forums_by_event` ON `forums` (`event_id`);--> statement-breakpoint
CREATE INDEX `forums_by_category` ON `forums` (`category_id`,`is_pinned`,`last_post_at`,`id`,`creator_id`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `forums_by_last_post` ON `forums` (`last_post_at`,`id`,`category_id`,`creator_id`) WHERE deleted_at IS NULL;--> statement-breakpoint
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
CREATE TABLE `karaoke_song_places` (
	`library_id` integer NOT NULL,
	`song_id` text NOT NULL,
	`position` integer NOT NULL,
	PRIMARY KEY(`library_id`, `song_id`)
);
--> statement-breakpoint
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
CREATE TABLE `clip_snippets` (
	`id` text PRIMARY KEY NOT NULL,
	`song_id` integer NOT NULL,
	`slot` integer NOT NULL,
	`author_id` text NOT NULL,
	`expires_at` integer NOT NULL,
	`has_video` integer NOT NULL,
	`is_filler` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`song_id`) REFERENCES `clip_songs`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `clip_snippets_by_author` ON `clip_snippets` (`author_id`,`song_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `one_clip_per_slot` ON `clip_snippets` (`song_id`,`slot`);--> statement-breakpoint
CREATE TABLE `clip_songs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`artist` text NOT NULL,
	`bpm` integer NOT NULL,
	`slots` integer NOT NULL,
	`durations` text NOT NULL,
	`is_portrait` integer NOT NULL,
	`is_complete` integer NOT NULL,
	`is_approved` integer DEFAULT false NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `clip_songs_by_state` ON `clip_songs` (`is_complete`,`id`);--> statement-breakpoint
CREATE TABLE `clip_songs_unseen` (
	`user_id` text NOT NULL,
	`song_id` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`song_id`) REFERENCES `clip_songs`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `clip_songs_unseen_by_song` ON `clip_songs_unseen` (`song_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `clip_song_unseen_once` ON `clip_songs_unseen` (`user_id`,`song_id`);--> statement-breakpoint
CREATE TABLE `microblog_edits` (
	`id` text PRIMARY KEY NOT NULL,
	`editor_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`text` text NOT NULL,
	`images` text,
	`post_id` integer NOT NULL,
	FOREIGN KEY (`editor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`post_id`) REFERENCES `microblog_posts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `microblog_edits_by_post` ON `microblog_edits` (`post_id`);--> statement-breakpoint
CREATE TABLE `microblog_marks` (
	`post_id` integer NOT NULL,
	`user_id` text NOT NULL,
	`reaction` text,
	`is_bookmarked` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`user_id`, `post_id`),
	FOREIGN KEY (`post_id`) REFERENCES `microblog_posts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `microblog_marks_by_post` ON `microblog_marks` (`post_id`) WHERE reaction IS NOT NULL;--> statement-breakpoint
CREATE TABLE `microblog_posts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`author_id` text NOT NULL,
	`text` text NOT NULL,
	`images` text,
	`moderation_state` text DEFAULT 'normal' NOT NULL,
	`like_count` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`deleted_at` integer,
	`reply_group_id` integer,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`reply_group_id`) REFERENCES `microblog_posts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `microblog_posts_live` ON `microblog_posts` (`id`,`author_id`,`reply_group_id`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `microblog_posts_by_author` ON `microblog_posts` (`author_id`,`id`,`reply_group_id`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `microblog_posts_by_group` ON `microblog_posts` (`reply_group_id`,`id`,`author_id`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `microblog_posts_by_time` ON `microblog_posts` (`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `event_performers` (
	`performer_id` text NOT NULL,
	`event_id` text NOT NULL,
	PRIMARY KEY(`performer_id`, `event_id`),
	FOREIGN KEY (`performer_id`) REFERENCES `performers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `event_performers_by_event` ON `event_performers` (`event_id`);--> statement-breakpoint
CREATE TABLE `performer_uploads` (
	`kind` text NOT NULL,
	`part` integer NOT NULL,
	`upload_id` text NOT NULL,
	`content` text NOT NULL,
	PRIMARY KEY(`kind`, `part`)
);
--> statement-breakpoint
CREATE TABLE `performers` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_id` text,
	`is_official` integer NOT NULL,
	`name` text NOT NULL,
	`pronouns` text,
	`bio` text,
	`organization` text,
	`title` text,
	`website` text,
	`facebook_url` text,
	`x_url` text,
	`instagram_url` text,
	`youtube_url` text,
	`years_attended` text NOT NULL,
	`alternative_names` text NOT NULL,
	`photo` text,
	`has_borrowed_photo` integer DEFAULT false NOT NULL,
	`photo_address` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`deleted_at` integer,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `performers_by_owner` ON `performers` (`owner_id`);--> statement-breakpoint
CREATE INDEX `performers_without_photo` ON `performers` (`photo_address`) WHERE photo_address IS NOT NULL;--> statement-breakpoint
CREATE TABLE `stream_photos` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`author_id` text NOT NULL,
	`image` text NOT NULL,
	`taken_at` integer NOT NULL,
	`received_at` integer NOT NULL,
	`event_id` text,
	`location` text,
	`moderation_state` text DEFAULT 'normal' NOT NULL,
	`deleted_at` integer,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "stream_photos_one_place" CHECK((event_id IS NULL) <> (location IS NULL))
);
--> statement-breakpoint
CREATE INDEX `stream_photos_shown` ON `stream_photos` (`id`,`author_id`) WHERE deleted_at IS NULL AND moderation_state NOT IN ('quarantined', 'autoQuarantined');--> statement-breakpoint
CREATE INDEX `stream_photos_by_event` ON `stream_photos` (`event_id`,`id`) WHERE deleted_at IS NULL AND moderation_state NOT IN ('quarantined', 'autoQuarantined');--> statement-breakpoint
CREATE INDEX `stream_photos_by_location` ON `stream_photos` (`location`,`id`) WHERE deleted_at IS NULL AND moderation_state NOT IN ('quarantined', 'autoQuarantined');--> statement-breakpoint
CREATE INDEX `stream_photos_by_author` ON `stream_photos` (`author_id`,`id`) WHERE deleted_at IS NULL;--> statement-breakpoint
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
CREATE INDEX `quartermaster_items_by_owner` ON `quartermaster_items` (`owner_id`,`id`,`category`) WHERE deleted_at IS NULL;--> statement-breakpoint
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
CREATE INDEX `events_by_start` ON `events` (`start_time`);--> statement-breakpoint
CREATE TABLE `schedule_log` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`action` text NOT NULL,
	`user_id` text,
	`created_at` integer NOT NULL,
	`change_count` integer NOT NULL,
	`error` text,
	`undoes` integer,
	`posts_notices` integer DEFAULT false NOT NULL,
	`difference` text,
	`record` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `schedule_uploads` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`file` blob NOT NULL,
	`uploaded_at` integer NOT NULL,
	`compared_after` integer
);
--> statement-breakpoint
-- Full text. An index has the columns as they are written, so that what's found while a word is being typed stays found,
-- and the stems of their words, so that other forms of a word are found. Triggers keep it up to date. Where a row's id is
-- text, a table of entries maps it to the rowid in the index: FTS5 would scan the whole index for an unindexed column.
CREATE VIRTUAL TABLE `events_text` USING fts5(`event_id` UNINDEXED, `title`, `description`, `stems`,
  tokenize = "unicode61 remove_diacritics 2", prefix = '1 2 3');
--> statement-breakpoint
CREATE TABLE `events_text_entries` (`entry` integer PRIMARY KEY NOT NULL, `id` text NOT NULL UNIQUE);
--> statement-breakpoint
CREATE TRIGGER `events_text_insert` AFTER INSERT ON `events` BEGIN
  INSERT INTO `events_text_entries` (`id`) VALUES (new.`id`);
  INSERT OR REPLACE INTO `events_text` (rowid, `event_id`, `title`, `description`, `stems`)
  SELECT `entry`, new.`id`, new.`title`, new.`description`, stems(new.`title`, new.`description`)
  FROM `events_text_entries` WHERE `id` = new.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `events_text_update` AFTER UPDATE OF `title`, `description` ON `events`
WHEN old.`title` IS NOT new.`title` OR old.`description` IS NOT new.`description` BEGIN
  UPDATE `events_text`
  SET `title` = new.`title`, `description` = new.`description`, `stems` = stems(new.`title`, new.`description`)
  WHERE rowid = (SELECT `entry` FROM `events_text_entries` WHERE `id` = new.`id`);
END;
--> statement-breakpoint
CREATE TRIGGER `events_text_delete` AFTER DELETE ON `events` BEGIN
  DELETE FROM `events_text` WHERE rowid = (SELECT `entry` FROM `events_text_entries` WHERE `id` = old.`id`);
  DELETE FROM `events_text_entries` WHERE `id` = old.`id`;
END;
--> statement-breakpoint
CREATE VIRTUAL TABLE `fezzes_text` USING fts5(`fez_id` UNINDEXED, `title`, `info`, `stems`,
  tokenize = "unicode61 remove_diacritics 2", prefix = '1 2 3');
--> statement-breakpoint
CREATE TABLE `fezzes_text_entries` (`entry` integer PRIMARY KEY NOT NULL, `id` text NOT NULL UNIQUE);
--> statement-breakpoint
CREATE TRIGGER `fezzes_text_insert` AFTER INSERT ON `fezzes` BEGIN
  INSERT INTO `fezzes_text_entries` (`id`) VALUES (new.`id`);
  INSERT OR REPLACE INTO `fezzes_text` (rowid, `fez_id`, `title`, `info`, `stems`)
  SELECT `entry`, new.`id`, new.`title`, new.`info`, stems(new.`title`, new.`info`)
  FROM `fezzes_text_entries` WHERE `id` = new.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `fezzes_text_update` AFTER UPDATE OF `title`, `info` ON `fezzes` BEGIN
  UPDATE `fezzes_text` SET `title` = new.`title`, `info` = new.`info`, `stems` = stems(new.`title`, new.`info`)
  WHERE rowid = (SELECT `entry` FROM `fezzes_text_entries` WHERE `id` = new.`id`);
END;
--> statement-breakpoint
CREATE TRIGGER `fezzes_text_delete` AFTER DELETE ON `fezzes` BEGIN
  DELETE FROM `fezzes_text` WHERE rowid = (SELECT `entry` FROM `fezzes_text_entries` WHERE `id` = old.`id`);
  DELETE FROM `fezzes_text_entries` WHERE `id` = old.`id`;
END;
--> statement-breakpoint
CREATE VIRTUAL TABLE `fez_posts_text` USING fts5(`text`, `stems`,
  tokenize = "unicode61 remove_diacritics 2", prefix = '1 2 3');
--> statement-breakpoint
CREATE TRIGGER `fez_posts_text_insert` AFTER INSERT ON `fez_posts` BEGIN
  INSERT INTO `fez_posts_text` (rowid, `text`, `stems`) VALUES (new.`id`, new.`text`, stems(new.`text`));
END;
--> statement-breakpoint
CREATE TRIGGER `fez_posts_text_update` AFTER UPDATE OF `text` ON `fez_posts` BEGIN
  UPDATE `fez_posts_text` SET `text` = new.`text`, `stems` = stems(new.`text`) WHERE rowid = new.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `fez_posts_text_delete` AFTER DELETE ON `fez_posts` BEGIN
  DELETE FROM `fez_posts_text` WHERE rowid = old.`id`;
END;
--> statement-breakpoint
CREATE VIRTUAL TABLE `microblog_posts_text` USING fts5(`text`, `stems`,
  tokenize = "unicode61 remove_diacritics 2", prefix = '1 2 3');
--> statement-breakpoint
CREATE TRIGGER `microblog_posts_text_insert` AFTER INSERT ON `microblog_posts` BEGIN
  INSERT INTO `microblog_posts_text` (rowid, `text`, `stems`) VALUES (new.`id`, new.`text`, stems(new.`text`));
END;
--> statement-breakpoint
CREATE TRIGGER `microblog_posts_text_update` AFTER UPDATE OF `text` ON `microblog_posts` BEGIN
  UPDATE `microblog_posts_text` SET `text` = new.`text`, `stems` = stems(new.`text`) WHERE rowid = new.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `microblog_posts_text_delete` AFTER DELETE ON `microblog_posts` BEGIN
  DELETE FROM `microblog_posts_text` WHERE rowid = old.`id`;
END;
--> statement-breakpoint
CREATE VIRTUAL TABLE `forums_text` USING fts5(`forum_id` UNINDEXED, `title`, `stems`,
  tokenize = "unicode61 remove_diacritics 2", prefix = '1 2 3');
--> statement-breakpoint
CREATE TABLE `forums_text_entries` (`entry` integer PRIMARY KEY NOT NULL, `id` text NOT NULL UNIQUE);
--> statement-breakpoint
CREATE TRIGGER `forums_text_insert` AFTER INSERT ON `forums` BEGIN
  INSERT INTO `forums_text_entries` (`id`) VALUES (new.`id`);
  INSERT OR REPLACE INTO `forums_text` (rowid, `forum_id`, `title`, `stems`)
  SELECT `entry`, new.`id`, new.`title`, stems(new.`title`) FROM `forums_text_entries` WHERE `id` = new.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `forums_text_update` AFTER UPDATE OF `title` ON `forums` BEGIN
  UPDATE `forums_text` SET `title` = new.`title`, `stems` = stems(new.`title`)
  WHERE rowid = (SELECT `entry` FROM `forums_text_entries` WHERE `id` = new.`id`);
END;
--> statement-breakpoint
CREATE TRIGGER `forums_text_delete` AFTER DELETE ON `forums` BEGIN
  DELETE FROM `forums_text` WHERE rowid = (SELECT `entry` FROM `forums_text_entries` WHERE `id` = old.`id`);
  DELETE FROM `forums_text_entries` WHERE `id` = old.`id`;
END;
--> statement-breakpoint
CREATE VIRTUAL TABLE `forum_posts_text` USING fts5(`text`, `stems`,
  tokenize = "unicode61 remove_diacritics 2", prefix = '1 2 3');
--> statement-breakpoint
CREATE TRIGGER `forum_posts_text_insert` AFTER INSERT ON `forum_posts` BEGIN
  INSERT INTO `forum_posts_text` (rowid, `text`, `stems`) VALUES (new.`id`, new.`text`, stems(new.`text`));
END;
--> statement-breakpoint
CREATE TRIGGER `forum_posts_text_update` AFTER UPDATE OF `text` ON `forum_posts` BEGIN
  UPDATE `forum_posts_text` SET `text` = new.`text`, `stems` = stems(new.`text`) WHERE rowid = new.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `forum_posts_text_delete` AFTER DELETE ON `forum_posts` BEGIN
  DELETE FROM `forum_posts_text` WHERE rowid = old.`id`;
END;
--> statement-breakpoint
CREATE VIRTUAL TABLE `board_games_text` USING fts5(`game_id` UNINDEXED, `game_name`, `stems`,
  tokenize = "unicode61 remove_diacritics 2", prefix = '1 2 3');
--> statement-breakpoint
CREATE TABLE `board_games_text_entries` (`entry` integer PRIMARY KEY NOT NULL, `id` text NOT NULL UNIQUE);
--> statement-breakpoint
CREATE TRIGGER `board_games_text_insert` AFTER INSERT ON `board_games` BEGIN
  INSERT INTO `board_games_text_entries` (`id`) VALUES (new.`id`);
  INSERT OR REPLACE INTO `board_games_text` (rowid, `game_id`, `game_name`, `stems`)
  SELECT `entry`, new.`id`, new.`game_name`, stems(new.`game_name`)
  FROM `board_games_text_entries` WHERE `id` = new.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `board_games_text_update` AFTER UPDATE OF `entry` ON `board_games` WHEN old.`game_name` IS NOT new.`game_name` BEGIN
  UPDATE `board_games_text` SET `game_name` = new.`game_name`, `stems` = stems(new.`game_name`)
  WHERE rowid = (SELECT `entry` FROM `board_games_text_entries` WHERE `id` = new.`id`);
END;
--> statement-breakpoint
CREATE TRIGGER `board_games_text_delete` AFTER DELETE ON `board_games` BEGIN
  DELETE FROM `board_games_text` WHERE rowid = (SELECT `entry` FROM `board_games_text_entries` WHERE `id` = old.`id`);
  DELETE FROM `board_games_text_entries` WHERE `id` = old.`id`;
END;
--> statement-breakpoint
CREATE VIRTUAL TABLE `karaoke_songs_text` USING fts5(`words`, `stems`,
  tokenize = "unicode61 remove_diacritics 2", prefix = '1 2 3');
--> statement-breakpoint
CREATE TRIGGER `karaoke_songs_text_insert` AFTER INSERT ON `karaoke_songs` BEGIN
  INSERT INTO `karaoke_songs_text` (rowid, `words`, `stems`) VALUES (new.`id`, new.`words`, stems(new.`words`));
END;
--> statement-breakpoint
CREATE TRIGGER `karaoke_songs_text_update` AFTER UPDATE OF `artist`, `title` ON `karaoke_songs` BEGIN
  UPDATE `karaoke_songs_text` SET `words` = new.`words`, `stems` = stems(new.`words`) WHERE rowid = new.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `karaoke_songs_text_delete` AFTER DELETE ON `karaoke_songs` BEGIN
  DELETE FROM `karaoke_songs_text` WHERE rowid = old.`id`;
END;
--> statement-breakpoint
-- Songs are imported by the tens of thousands while others search. With automatic merging, one transaction now and then
-- merges a large part of the index; instead, each import merges a few pages as it goes.
INSERT INTO `karaoke_songs_text` (`karaoke_songs_text`, rank) VALUES ('automerge', 0);
--> statement-breakpoint
CREATE VIRTUAL TABLE `karaoke_performances_text` USING fts5(`words`, `stems`,
  tokenize = "unicode61 remove_diacritics 2", prefix = '1 2 3');
--> statement-breakpoint
CREATE TRIGGER `karaoke_performances_text_insert` AFTER INSERT ON `karaoke_performances` BEGIN
  INSERT INTO `karaoke_performances_text` (rowid, `words`, `stems`) VALUES (new.`id`, new.`words`, stems(new.`words`));
END;
--> statement-breakpoint
CREATE TRIGGER `karaoke_performances_text_update` AFTER UPDATE OF `artist`, `title` ON `karaoke_performances` BEGIN
  UPDATE `karaoke_performances_text` SET `words` = new.`words`, `stems` = stems(new.`words`) WHERE rowid = new.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `karaoke_performances_text_delete` AFTER DELETE ON `karaoke_performances` BEGIN
  DELETE FROM `karaoke_performances_text` WHERE rowid = old.`id`;
END;
--> statement-breakpoint
CREATE VIRTUAL TABLE `quartermaster_items_text` USING fts5(`item_name`, `item_description`, `location`, `stems`,
  tokenize = "unicode61 remove_diacritics 2", prefix = '1 2 3');
--> statement-breakpoint
CREATE TRIGGER `quartermaster_items_text_insert` AFTER INSERT ON `quartermaster_items` BEGIN
  INSERT INTO `quartermaster_items_text` (rowid, `item_name`, `item_description`, `location`, `stems`)
  VALUES (new.`id`, new.`item_name`, new.`item_description`, new.`location`, stems(new.`item_name`, new.`item_description`, new.`location`));
END;
--> statement-breakpoint
CREATE TRIGGER `quartermaster_items_text_update` AFTER UPDATE OF `id`, `item_name`, `item_description`, `location` ON `quartermaster_items` BEGIN
  DELETE FROM `quartermaster_items_text` WHERE rowid = old.`id`;
  INSERT INTO `quartermaster_items_text` (rowid, `item_name`, `item_description`, `location`, `stems`)
  VALUES (new.`id`, new.`item_name`, new.`item_description`, new.`location`, stems(new.`item_name`, new.`item_description`, new.`location`));
END;
--> statement-breakpoint
CREATE TRIGGER `quartermaster_items_text_delete` AFTER DELETE ON `quartermaster_items` BEGIN
  DELETE FROM `quartermaster_items_text` WHERE rowid = old.`id`;
END;
