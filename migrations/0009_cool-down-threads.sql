ALTER TABLE `forums` ADD `slow_mode_seconds` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `forums` ADD `is_closed_to_new_accounts` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `forums` ADD `closes_at` integer;