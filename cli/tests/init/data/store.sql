CREATE TABLE `item` (
  `id` int(11) NOT NULL AUTO_INCREMENT,
  `kind` enum('book','disc') NOT NULL,
  `on` tinyint(1) NOT NULL DEFAULT '0',
  `made` datetime DEFAULT NULL,
  PRIMARY KEY (`id`),
  KEY `by_kind` (`kind`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
