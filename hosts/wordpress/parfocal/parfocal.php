<?php
/**
 * Plugin Name: Parfocal
 * Description: Shows slides, cases and courses of a Parfocal installation in pages of this site, with its people signed in.
 * Version: 0.1.0
 * Requires at least: 6.1
 * Requires PHP: 8.0
 * License: GPL-2.0-or-later
 * License URI: https://www.gnu.org/licenses/gpl-2.0.html
 * Text Domain: parfocal
 * Domain Path: /languages
 *
 * No business logic: the plugin says who is signed in, and shows frames. What people may do there, Parfocal decides.
 */

namespace Parfocal;

defined( 'ABSPATH' ) || exit;

const VERSION     = '0.1.0';
const PLUGIN_FILE = __FILE__;

foreach ( array( 'settings', 'token', 'events', 'rest', 'media', 'frames', 'posts', 'addresses', 'connection-check', 'admin-pages', 'pairing' ) as $part ) {
	require_once __DIR__ . "/includes/$part.php";
}

add_action( 'init', fn() => load_plugin_textdomain( 'parfocal', false, dirname( plugin_basename( __FILE__ ) ) . '/languages' ), 1 );

register_activation_hook(
	__FILE__,
	function () {
		signing_seed();
		register_addresses();
		flush_rewrite_rules( false );
	}
);
register_deactivation_hook(
	__FILE__,
	function () {
		wp_clear_scheduled_hook( EVENTS_HOOK );
		flush_rewrite_rules( false );
	}
);
