<?php
/** Removes all that the plugin has stored: nothing is left after it was deleted. */

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

global $wpdb;
$parfocal_events = $wpdb->get_col( $wpdb->prepare( "SELECT option_name FROM $wpdb->options WHERE option_name LIKE %s", $wpdb->esc_like( 'parfocal_event_' ) . '%' ) );
foreach ( array_merge( array( 'parfocal_settings', 'parfocal_signing_seed' ), $parfocal_events ) as $parfocal_option ) {
	delete_option( $parfocal_option );
}
wp_clear_scheduled_hook( 'parfocal_send_events' );
flush_rewrite_rules( false );
