<?php
/** For PHP's own web server: files as they are, all other addresses to WordPress. */

$root = rtrim( $_SERVER['DOCUMENT_ROOT'], '/' );
$path = rawurldecode( (string) parse_url( $_SERVER['REQUEST_URI'], PHP_URL_PATH ) );

// Files that begin with a dot are nobody's to read: the database is one.
if ( preg_match( '#(^|/)\.#', $path ) || str_contains( $path, "\0" ) ) {
	http_response_code( 403 );
	exit( 'Forbidden' );
}
if ( is_file( $root . $path ) ) {
	return false;
}
if ( '/' !== $path && is_file( $root . rtrim( $path, '/' ) . '/index.php' ) ) {
	if ( str_ends_with( $path, '/' ) ) {
		return false;
	}
	header( "Location: $path/", true, 301 );
	exit;
}
$_SERVER['SCRIPT_NAME']     = '/index.php';
$_SERVER['PHP_SELF']        = '/index.php';
$_SERVER['SCRIPT_FILENAME'] = "$root/index.php";
unset( $_SERVER['PATH_INFO'] );
chdir( $root );
require "$root/index.php";
