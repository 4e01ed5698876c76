<?php
/**
 * Installs the WordPress that `npm run host:wordpress -- --try` starts, with people of each role and a page with a course, and
 * pairs the plugin. Can be run again.
 *
 *   php install.php FOLDER install ORIGIN PASSWORD
 *   php install.php FOLDER pair    ORIGIN PASSWORD ADDRESS COURSE
 *
 * `install` runs without plugins, `pair` as a usual request. `pair` prints what Parfocal must know, as JSON.
 */

if ( 'cli' !== PHP_SAPI ) {
	exit( 1 );
}
list( , $folder, $phase, $origin, $password ) = $argv;

$_SERVER['HTTP_HOST']       = substr( $origin, strlen( 'http://' ) );
$_SERVER['SERVER_NAME']     = '127.0.0.1';
$_SERVER['REQUEST_URI']     = '/';
$_SERVER['SERVER_PROTOCOL'] = 'HTTP/1.1';
$_SERVER['REMOTE_ADDR']     = '127.0.0.1';

if ( 'install' === $phase ) {
	define( 'WP_INSTALLING', true );
}
require "$folder/wp-load.php";
require_once ABSPATH . 'wp-admin/includes/upgrade.php';
require_once ABSPATH . 'wp-admin/includes/plugin.php';

if ( 'install' === $phase ) {
	if ( ! is_blog_installed() ) {
		wp_install( 'School of Histology', 'admin', 'admin@example.test', false, '', $password );
	}
	exit( 0 );
}

$roles = array(
	'admin'   => 'administrator',
	'author'  => 'author',
	'student' => 'subscriber',
);
foreach ( $roles as $login => $role ) {
	$user = get_user_by( 'login', $login );
	if ( $user ) {
		wp_set_password( $password, $user->ID );
		continue;
	}
	$created = wp_insert_user(
		array(
			'user_login' => $login,
			'user_pass'  => $password,
			'user_email' => "$login@example.test",
			'role'       => $role,
		)
	);
	if ( is_wp_error( $created ) ) {
		fwrite( STDERR, $created->get_error_message() . "\n" );
		exit( 1 );
	}
}

update_option( 'permalink_structure', '/%postname%/' );
update_option( 'show_avatars', 0 );

$activated = activate_plugin( 'parfocal/parfocal.php' );
if ( is_wp_error( $activated ) ) {
	fwrite( STDERR, $activated->get_error_message() . "\n" );
	exit( 1 );
}
update_option( Parfocal\SETTINGS_OPTION, Parfocal\clean_settings( array( 'address' => $argv[5] ) + Parfocal\settings() ) );

$page = get_page_by_path( 'histology' );
wp_insert_post(
	array(
		'ID'           => $page ? $page->ID : 0,
		'post_type'    => 'page',
		'post_status'  => 'publish',
		'post_name'    => 'histology',
		'post_title'   => 'Histology',
		'post_content' => sprintf( '[parfocal src="%s" height="600"]', esc_attr( $argv[6] ) ),
	)
);

global $wp_rewrite;
$wp_rewrite->init();
Parfocal\register_addresses();
$wp_rewrite->flush_rules( false );

echo wp_json_encode(
	array(
		'hostIssuer'   => Parfocal\issuer(),
		'hostAudience' => Parfocal\settings()['audience'],
		'hostKeysUrl'  => Parfocal\keys_url(),
	),
	JSON_UNESCAPED_SLASHES
);
