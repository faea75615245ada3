-- What was remembered until now goes: its fingerprints had no key, and cannot be given one.
DROP TABLE `retry_answers`;--> statement-breakpoint
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
CREATE INDEX `idempotent_responses_by_user` ON `idempotent_responses` (`user_id`,`size`);
