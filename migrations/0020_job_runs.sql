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
