CREATE TABLE `picture_descriptions` (
	`name` text PRIMARY KEY NOT NULL,
	`text` text NOT NULL
);
--> statement-breakpoint
DROP TRIGGER `microblog_posts_text_insert`;
--> statement-breakpoint
CREATE TRIGGER `microblog_posts_text_insert` AFTER INSERT ON `microblog_posts` BEGIN
  INSERT INTO `microblog_posts_text` (rowid, `text`, `stems`) SELECT new.`id`, said, stems(said) FROM (
    SELECT new.`text` || coalesce((
    SELECT group_concat(char(10) || d.`text`, '') FROM json_each(new.`images`) AS image
    CROSS JOIN `picture_descriptions` AS d ON d.`name` = image.value), '') AS said);
END;
--> statement-breakpoint
DROP TRIGGER `microblog_posts_text_update`;
--> statement-breakpoint
CREATE TRIGGER `microblog_posts_text_update` AFTER UPDATE OF `text`, `images` ON `microblog_posts` BEGIN
  UPDATE `microblog_posts_text` SET (`text`, `stems`) = (SELECT said, stems(said) FROM (
    SELECT new.`text` || coalesce((
    SELECT group_concat(char(10) || d.`text`, '') FROM json_each(new.`images`) AS image
    CROSS JOIN `picture_descriptions` AS d ON d.`name` = image.value), '') AS said)) WHERE rowid = new.`id`;
END;
--> statement-breakpoint
DROP TRIGGER `forum_posts_text_insert`;
--> statement-breakpoint
CREATE TRIGGER `forum_posts_text_insert` AFTER INSERT ON `forum_posts` BEGIN
  INSERT INTO `forum_posts_text` (rowid, `text`, `stems`) SELECT new.`id`, said, stems(said) FROM (
    SELECT new.`text` || coalesce((
    SELECT group_concat(char(10) || d.`text`, '') FROM json_each(new.`images`) AS image
    CROSS JOIN `picture_descriptions` AS d ON d.`name` = image.value), '') AS said);
END;
--> statement-breakpoint
DROP TRIGGER `forum_posts_text_update`;
--> statement-breakpoint
CREATE TRIGGER `forum_posts_text_update` AFTER UPDATE OF `text`, `images` ON `forum_posts` BEGIN
  UPDATE `forum_posts_text` SET (`text`, `stems`) = (SELECT said, stems(said) FROM (
    SELECT new.`text` || coalesce((
    SELECT group_concat(char(10) || d.`text`, '') FROM json_each(new.`images`) AS image
    CROSS JOIN `picture_descriptions` AS d ON d.`name` = image.value), '') AS said)) WHERE rowid = new.`id`;
END;
